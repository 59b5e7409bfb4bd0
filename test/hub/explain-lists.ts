/** The statements of a list as the hub asked them, each explained by its database: for the test that lets none walk a large table. */
import { Worker } from "node:worker_threads"
import { vi } from "vitest"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { explainOnPostgres } from "../kit/explain-asked.ts"

/** Their rows grow with what a store sells. */
const LARGE =
  "orders|order_method|event|delivery|request_log|person_audit|job|lost_sale|cash_reconciliation|store_audit|drawer_opening|component_outage|callback|charge_intent|charge_attempt|fiscal_request|refund"

/** Indexes of those rows alone that ask for a person, or that are under way. */
const OF_FEW =
  /INDEX (job_asks_of|fiscal_request_flagged|fiscal_request_unruled|charge_unplaced|component_outage_open) /

export interface Explained {
  readonly text: string
  readonly isCount: boolean
  /** Looks for a part of a text: no index helps, so one walk along an index is allowed. */
  readonly isText: boolean
  /** On PostgreSQL: what all steps passed on or threw away. */
  readonly rows: number
  /** On SQLite: the steps of its plan that walk a large table. */
  readonly walks: readonly string[]
  /** How long its database took when it ran alone. */
  readonly ms: number
}

export async function explainLists(
  { engine, url }: { engine: "sqlite" | "postgres"; url: string },
  ask: () => Promise<void>,
): Promise<Explained[]> {
  if (engine === "sqlite") return explainInThreads(url.slice("sqlite:".length), ask)
  const walked = await explainOnPostgres(url, ask)
  return walked.map(({ text, rows, ms }) => ({ ...kindOf(text), rows, walks: [], ms }))
}

async function explainInThreads(path: string, ask: () => Promise<void>): Promise<Explained[]> {
  const posted = vi.spyOn(Worker.prototype, "postMessage")
  await ask()
  const asked = posted.mock.calls.map(([message]) => message as { text?: string; parameters: unknown[] } | null)
  posted.mockRestore()
  const db = new Sqlite(path, { readonly: true })
  try {
    return asked.flatMap((one) => {
      if (typeof one?.text !== "string") return []
      const plan = db.prepare<unknown[], Step>(`EXPLAIN QUERY PLAN ${one.text}`).all(...one.parameters)
      const from = performance.now()
      if (/^\s*select/i.test(one.text)) db.prepare(one.text).all(...one.parameters)
      return [{ ...kindOf(one.text), rows: 0, walks: walksOf(one.text, plan), ms: performance.now() - from }]
    })
  } finally {
    db.close()
  }
}

function kindOf(text: string): Pick<Explained, "text" | "isCount" | "isText"> {
  return {
    text,
    isCount: /^\s*select (count\(|.* sum\()/i.test(text),
    isText: /\binstr\(|\blike\b|strpos\(|position\(/i.test(text),
  }
}

interface Step {
  readonly parent: number
  readonly detail: string
}

/**
 * A step walks when it scans, or when its index leaves more than the tenant's rows to go through: unless the index holds all that is asked
 * (a count), or the statement takes a page from the index in its order.
 */
function walksOf(text: string, plan: readonly Step[]): string[] {
  const sorted = new Set(
    plan.filter(({ detail }) => detail.includes("TEMP B-TREE FOR ORDER BY")).map(({ parent }) => parent),
  )
  const walks = plan.filter(({ detail, parent }) => {
    const name = /^(?:SCAN|SEARCH) (\w+)/.exec(detail)?.[1] ?? ""
    const isPage = /\blimit\b/i.test(text) && !sorted.has(parent)
    if (!isLarge(name, text) || detail.includes("COVERING INDEX") || isPage || OF_FEW.test(detail)) return false
    if (detail.startsWith("SCAN")) return true
    const [, terms = ""] = /\(([^)]*)\)$/.exec(detail) ?? []
    return terms.split(" AND ").every((term) => /^(account_id|vendor_id)=\?$/.test(term))
  })
  return walks.map(({ detail }) => detail)
}

/** By its own name, or as the statement calls it. */
function isLarge(name: string, text: string): boolean {
  return new RegExp(`^(${LARGE})$`).test(name) || new RegExp(`\\b(${LARGE})"? (AS )?"?${name}\\b`, "i").test(text)
}
