/** What stands in a database, table by table, in a form that two moments can be compared by. */
import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { HubContext } from "../../hub/composition/hub-context.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { readAllRows } from "../kit/stored-rows.ts"

/**
 * What says when a credential was used last, and what a box tells of its own health by the clock on the wall: written whatever is asked.
 */
const NOT_BY_WRITING = ["api_key", "client_credential", "person_session", "device_seen", "component", "sqlite_sequence"]
const OF_HEALTH = /"health\.|"component\./

export type Marks = Readonly<Record<string, string>>

export async function hubMarks(context: HubContext): Promise<Marks> {
  const tables = new Map<string, string[]>()
  for (const { table, cells } of await readAllRows(context)) {
    tables.set(table, [...(tables.get(table) ?? []), JSON.stringify(cells)])
  }
  return marksOf(tables)
}

/** The same of a hub on PostgreSQL in one statement, which does not bring the rows here: for who looks after each request. */
export async function postgresMarks({ store }: HubContext): Promise<Marks> {
  return store.system.read(async ({ db }) => {
    const tables = (await db.introspection.getTables()).filter(({ name }) => !NOT_BY_WRITING.includes(name))
    const mark = "md5(coalesce(string_agg(one::text, E'\\n' ORDER BY one::text), ''))"
    const marks = tables.map(({ name }) => `SELECT '${name}' AS name, ${mark} AS mark FROM "${name}" AS one`)
    const { rows } = await sql.raw<{ name: string; mark: string }>(marks.join(" UNION ALL ")).execute(db)
    return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]))
  })
}

export function boxMarks(path: string): Marks {
  const db = openSqlite(path, { readonly: true })
  try {
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
    const rowsOf = (name: string) => db.prepare(`SELECT * FROM "${name}"`).raw().all().map(asText)
    return marksOf(new Map(names.map((name) => [name, rowsOf(name).filter((row) => !OF_HEALTH.test(row))])))
  } finally {
    db.close()
  }
}

function asText(row: unknown): string {
  return JSON.stringify(row)
}

function marksOf(tables: ReadonlyMap<string, readonly string[]>): Marks {
  const asked = [...tables].filter(([name]) => !NOT_BY_WRITING.includes(name))
  const hash = (rows: readonly string[]) => createHash("sha256").update(rows.toSorted().join("\n")).digest("hex")
  return Object.fromEntries(asked.map(([name, rows]) => [name, `${rows.length} rows, ${hash(rows).slice(0, 12)}`]))
}
