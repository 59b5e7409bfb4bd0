/** Whether anything was written since it was last asked, and into which tables: cheap enough to be asked after each request. */
import { sql } from "kysely"
import type { HubContext } from "../../hub/composition/hub-context.ts"
import type { Engine } from "../../runtime/storage/dialect.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { boxMarks, hubMarks, type Marks, postgresMarks } from "./marks.ts"

export interface RowWatch {
  /** The tables that are not what they were when this was asked before. */
  changed(): Promise<string[]>
  /** What follows from what was taken, work in the background as well, is over. */
  settle(): Promise<void>
}

interface Watched {
  /** Another one whenever something was committed, and perhaps without: only then are the rows read. */
  readonly sign: () => Promise<string>
  readonly marks: () => Promise<Marks>
  readonly settle: () => Promise<void>
}

async function watchRows({ sign, marks, settle }: Watched): Promise<RowWatch> {
  let last = { sign: await sign(), marks: await marks() }
  return {
    settle,
    async changed() {
      const now = await sign()
      if (now === last.sign) return []
      const before = last.marks
      last = { sign: now, marks: await marks() }
      return Object.keys({ ...before, ...last.marks }).filter((table) => before[table] !== last.marks[table])
    },
  }
}

const SIGNS: Readonly<Record<Engine, string>> = {
  sqlite: "SELECT data_version AS sign FROM pragma_data_version",
  // Of the whole server: what others write there costs a look, no more.
  postgres: "SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS sign",
}

export function watchHub(context: HubContext, engine: Engine, settle: () => Promise<void>): Promise<RowWatch> {
  const sign = () =>
    context.store.system.read(async ({ db }) => {
      const { rows } = await sql.raw<{ sign: unknown }>(SIGNS[engine]).execute(db)
      return `${rows[0]?.sign}`
    })
  const marks = () => (engine === "sqlite" ? hubMarks(context) : postgresMarks(context))
  return watchRows({ sign, marks, settle })
}

export async function watchBox(path: string): Promise<RowWatch & { close(): void }> {
  const db = openSqlite(path, { readonly: true })
  const sign = async () => `${db.pragma("data_version", { simple: true })}`
  const watch = await watchRows({ sign, marks: async () => boxMarks(path), settle: async () => undefined })
  return { ...watch, close: () => void db.close() }
}
