/** Two transactions that meet on PostgreSQL: one waits for a store's log while a step of the store holds it. */
import { sql } from "kysely"
import type { HubStore, SystemRead, SystemWrite, Tenant, TenantWrite } from "../../hub/storage/index.ts"
import { STORE, type TestHub } from "./hub.ts"

const LOOK_EVERY_MS = 10
const PATIENCE_MS = 30_000

/** The store's box is claimed and never speaks: what is made for it stays at home in the hub. */
export async function claimSilentBox(hub: TestHub): Promise<void> {
  await hub.hub.operator.claim(await openClaim(hub), STORE)
}

/** The code under which a box waits. */
export async function openClaim({ call }: TestHub): Promise<string> {
  const claim = { epoch: crypto.randomUUID(), appVersion: "1.0.0" }
  return (await call("POST", "/api/box/v1/claims", claim, null)).body.data.code
}

const KEYS = {
  orders: "order_id",
  charge_intent: "intent_id",
  store: "store_id",
  store_link: "store_id",
  refund: "refund_id",
  product_stock: "product_id",
  store_parked: "mark",
} as const

/** Rows that a step may go on to, by their tables. */
export type Rows = Readonly<Partial<Record<keyof typeof KEYS, string>>>

/** Takes hold of the line, lets it be met, and answers which of the rows are held by who waits for it. */
export function heldBeforeLine({ beside }: TestHub, meet: () => unknown, rows: Rows): Promise<string[]> {
  return beside(({ store }) =>
    store.system.write(async (step) => {
      await sql`SELECT store_id FROM store_link WHERE store_id = ${STORE} FOR UPDATE`.execute(step.db)
      void meet()
      await whenWaiting(step, 1)
      const held: string[] = []
      for (const [table, id] of Object.entries(rows)) {
        const key = sql.ref(KEYS[table as keyof Rows])
        const free = sql`SELECT 1 FROM ${sql.table(table)} WHERE ${key} = ${id} FOR UPDATE SKIP LOCKED`
        if ((await free.execute(step.db)).rows.length === 0) held.push(table)
      }
      return held
    }),
  )
}

/** What is written in a transaction that somebody meets before its commit: he waits for it, and then goes on. */
interface Met<T> {
  readonly write: (tx: TenantWrite) => Promise<unknown>
  readonly meet: () => Promise<T>
}

/** What it came to for the one who met the write. */
export async function meetWrite<T>(store: HubStore, tenant: Tenant, { write, meet }: Met<T>): Promise<T> {
  let commit = () => {}
  const met = new Promise<void>((resolve) => {
    commit = resolve
  })
  let writing: Promise<unknown> | undefined
  await new Promise<void>((written, failed) => {
    writing = store.write(tenant, async (tx) => {
      await write(tx)
      written()
      await met
    })
    writing.catch(failed)
  })
  const meeting = meet()
  await store.system.read((scope) => whenWaiting(scope, 1)).finally(commit)
  await writing
  return meeting
}

/** Until so many transactions of this database wait for a lock. */
export async function whenWaiting({ db }: SystemRead | SystemWrite, wanted: number): Promise<void> {
  const waiting = sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  for (
    const end = Date.now() + PATIENCE_MS;
    ((await waiting.execute(db as SystemRead["db"])).rows[0]?.waiting ?? 0) < wanted;
  ) {
    if (Date.now() > end) throw new Error(`fewer than ${wanted} waited for a lock`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
