/** What stands for the rooms of a box in the simulator: sales, orders of the hub, and orders that are charged or cancelled by command. */
import type { Database } from "better-sqlite3"
import { applyHubNumber, applySequences, type DrawNumberDeps, type Sequences } from "../../appliance/fiscal/index.ts"
import { applyHubOrder } from "../../appliance/orders/index.ts"
import { findByExternalId } from "../../appliance/orders/store/index.ts"
import type { BoxTx } from "../../appliance/storage/index.ts"
import type { OutgoingMessage } from "../../appliance/sync/run-effects.ts"
import { pull, reply, state, up } from "../../protocol/mqtt/cloud.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"

/** A command of the simulation: whoever comes with the revision that stands changes the order, once. */
export interface AskedChange {
  readonly request: string
  readonly n: number
  readonly revision: number
  readonly to: "charged" | "cancelled"
}

export interface ChangeAnswer {
  readonly won: boolean
  readonly nonce: number
  /** On true time, in milliseconds: when it was done. */
  readonly at: number
  /** How far of the hub's log the box was then. */
  readonly done: number
}

type OfferedOrder = Parameters<typeof applyHubOrder>[1]

export interface DownOp {
  readonly kind: string
  readonly body: unknown
}

export function applyDown(tx: BoxTx, op: DownOp, drawing: DrawNumberDeps): string | null {
  if (op.kind === "fiscal.sequences") {
    applySequences(tx, op.body as Sequences)
    return null
  }
  if (op.kind === "fiscal.numbered") {
    const { record } = op.body as { record: FiscalRecord }
    applyHubNumber(tx, record, drawing)
    return null
  }
  const { order, offered } = op.body as { order: { n: number }; offered?: OfferedOrder | null }
  tx.db.prepare("INSERT INTO sim_order (n) VALUES (?)").run(order.n)
  if (offered) applyHubOrder(tx, offered, { ...drawing, hubNow: () => null, record: () => undefined })
  return null
}

export function execute(
  tx: BoxTx,
  asked: { readonly body: unknown },
  { nonce, at }: { nonce: number; at: number },
): ChangeAnswer {
  const { request, n, revision, to } = asked.body as AskedChange
  tx.db.prepare("INSERT INTO sim_command (request) VALUES (?)").run(request)
  tx.db.prepare("INSERT OR IGNORE INTO sim_revision (n, revision, state) VALUES (?, 1, 'open')").run(n)
  const change =
    "UPDATE sim_revision SET revision = revision + 1, state = ? WHERE n = ? AND revision = ? AND state = 'open'"
  const won = tx.db.prepare(change).run(to, n, revision).changes === 1
  return { won, nonce, at, done: readBox(tx.db).down().applied }
}

/** What is durable. */
export function readBox(db: Database) {
  const column = <T>(text: string) =>
    db
      .prepare<[], { value: T }>(text)
      .all()
      .map(({ value }) => value)
  return {
    sales: () => column<number>("SELECT uid AS value FROM sim_sale ORDER BY uid"),
    orders: () => column<number>("SELECT n AS value FROM sim_order ORDER BY place"),
    order: (externalId: string) => findByExternalId({ db } as BoxTx, externalId),
    aliases: (orderId: string) =>
      db
        .prepare<[string], { alias: string }>("SELECT alias_id AS alias FROM order_alias WHERE order_id = ?")
        .all(orderId)
        .map(({ alias }) => alias),
    conflicts: (orderId: string) =>
      db.prepare<[string]>("SELECT what FROM order_conflict WHERE order_id = ?").all(orderId).length,
    corrections: (orderId: string) =>
      db
        .prepare<[string], { key: string }>("SELECT key FROM order_correction WHERE order_id = ?")
        .all(orderId)
        .map(({ key }) => key),
    commands: () => column<string>("SELECT request AS value FROM sim_command"),
    documents: () =>
      column<string>("SELECT record AS value FROM fiscal_request").map((text) => JSON.parse(text) as FiscalRecord),
    down: () =>
      db
        .prepare<[], { orders: number; numbers: number; applied: number }>(
          `SELECT (SELECT count(*) FROM sim_order) AS orders, (SELECT count(*) FROM fiscal_request WHERE side = 'hub') AS numbers,
            (SELECT coalesce(max(applied_down), 0) FROM sync_line) AS applied`,
        )
        .get() ?? { orders: 0, numbers: 0, applied: 0 },
    epoch: () => column<string>("SELECT epoch AS value FROM sync_line")[0] ?? null,
  }
}

export function topicOf({ channel, hubId }: OutgoingMessage, storeId: string): string {
  if (channel === "reply") return reply.topic({ storeId, hubId: hubId ?? "" })
  return { up, pull, state }[channel].topic({ storeId })
}
