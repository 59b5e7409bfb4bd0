/** The query plans (SQLite) or touched rows and pages (PostgreSQL) of everything that some work asks of its database. */
import type { Database } from "better-sqlite3"
import { sql } from "kysely"
import pg from "pg"
import { expect, vi } from "vitest"
import type { HubStore } from "../../hub/storage/index.ts"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"

const READS = /^\s*SELECT/i

interface Walked {
  readonly text: string
  /** What all steps of its plan together passed on or threw away. */
  readonly rows: number
  /** Pages that it looked at; an index that is walked is seen here alone. */
  readonly pages: number
  readonly ms: number
}

interface FewPages {
  /** The PostgreSQL database, if it is one. */
  readonly postgres: string | null
  readonly store: HubStore
  readonly ask: () => Promise<unknown>
  /** Is this plan of SQLite a walk? */
  readonly walks: (plan: string) => boolean
  /** More than a statement on PostgreSQL may look at. */
  readonly pagesMax: number
}

/** No statement walks the orders: also while the database knows nothing of their table, as after many have come at once. */
export async function expectFewPages({ postgres, store, ask, walks, pagesMax }: FewPages): Promise<void> {
  if (postgres === null) {
    expect((await explainOnSqlite(ask)).filter(({ plan }) => walks(plan))).toEqual([])
    return
  }
  const greedy = async () => (await explainOnPostgres(postgres, ask)).filter(({ pages }) => pages > pagesMax)
  expect(await greedy()).toEqual([])
  await store.system.read(({ db }) => sql`ANALYZE orders`.execute(db))
  expect(await greedy()).toEqual([])
}

/** The reads of this process on SQLite, each with its plan. */
export async function explainOnSqlite(work: () => Promise<unknown>): Promise<{ text: string; plan: string }[]> {
  const asked = vi.spyOn(Sqlite.prototype, "prepare")
  await work()
  const texts = asked.mock.calls.map(([text]) => text).filter((text) => READS.test(text))
  const db = asked.mock.contexts.at(-1) as Database
  asked.mockRestore()
  return texts.map((text) => ({ text, plan: planOf(db, text) }))
}

function planOf(db: Database, text: string): string {
  const none = Array(text.split("?").length - 1).fill(null)
  const rows = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...none)
  return rows.map(({ detail }) => detail).join("\n")
}

/** The reads of this process on PostgreSQL, each run once more to see what it costs. */
export async function explainOnPostgres(url: string, work: () => Promise<unknown>): Promise<Walked[]> {
  const asked = vi.spyOn(pg.Client.prototype, "query")
  await work()
  const said = asked.mock.calls as unknown as [asked: unknown, values?: unknown[]][]
  asked.mockRestore()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const walked: Walked[] = []
  for (const [one, values] of said) {
    // One that stays prepared has a name beside its text.
    const text = typeof one === "string" ? one : (one as { text?: unknown }).text
    if (typeof text !== "string" || !READS.test(text)) continue
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values)
    const [{ Plan: plan, "Execution Time": ms }] = rows[0]["QUERY PLAN"] as [{ Plan: Node; "Execution Time": number }]
    walked.push({ text, rows: rowsOf(plan), pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], ms })
  }
  await client.end()
  return walked
}

interface Node {
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Join Filter"?: number
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly Plans?: readonly Node[]
}

function rowsOf(node: Node): number {
  const own = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Join Filter"] ?? 0)
  return (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), own * node["Actual Loops"])
}
