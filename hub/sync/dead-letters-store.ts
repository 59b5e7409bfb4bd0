/** The SQL of dead letters: operations of a store that the hub could not apply, until a person settles them. */
import { type Selectable, sql } from "kysely"
import type { Op } from "../../protocol/sync/messages.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"
import type { EnrolledStore } from "../tenants/index.ts"
import { type DeadLetterTable, reading, writing } from "./sync-tables.ts"

export interface DeadLetter {
  readonly storeId: string
  readonly epoch: string
  readonly seq: number
  readonly kind: string
  readonly at: string
  readonly body: unknown
  readonly reason: string
  readonly parkedAt: string
}

export async function addDeadLetter(
  scope: SystemWrite,
  store: EnrolledStore,
  parked: { epoch: string; op: Op; reason: string },
) {
  const { epoch, op, reason } = parked
  const owner = { store_id: store.storeId, account_id: store.accountId, vendor_id: store.vendorId }
  const { seq, mark, kind, at } = op
  const row = { ...owner, epoch, seq, mark, kind, at, body: JSON.stringify(op.body ?? null), reason }
  await writing(scope)
    .insertInto("parked_op")
    .values({ ...row, parked_at: scope.now, settled_at: null, settled_how: null })
    .execute()
}

/** The number of dead letters that wait for a person, and the size of their bodies, which are not read for it. */
export async function countDeadLetters(scope: SystemRead, storeId: string): Promise<{ count: number; bytes: number }> {
  const row = await unsettled(scope, storeId)
    .select(({ fn }) => [fn.countAll().as("count"), sql<number | string | null>`sum(octet_length(body))`.as("bytes")])
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** The oldest dead letters, without their bodies: a store may have sent megabytes. */
export async function oldestDeadLetter(scope: SystemRead, storeId: string, limit: number): Promise<DeadLetterHead[]> {
  const rows = await unsettled(scope, storeId)
    .select(["kind", "at", "reason", "parked_at as parkedAt"])
    .orderBy("parked_at")
    .orderBy("seq")
    .limit(limit)
    .execute()
  return rows
}

export type DeadLetterHead = Pick<DeadLetter, "kind" | "at" | "reason" | "parkedAt">

export async function findDeadLetter(
  scope: SystemRead,
  { storeId, epoch, seq }: { storeId: string; epoch: string; seq: number },
): Promise<DeadLetter | null> {
  const query = unsettled(scope, storeId).selectAll().where("epoch", "=", epoch).where("seq", "=", seq)
  return toDeadLetter([...(await query.execute())])[0] ?? null
}

/** All dead letters that wait for a person, oldest first. */
export async function listDeadLetters(scope: SystemRead, storeId: string): Promise<DeadLetter[]> {
  return toDeadLetter(await unsettled(scope, storeId).selectAll().orderBy("parked_at").orderBy("seq").execute())
}

function unsettled(scope: SystemRead, storeId: string) {
  return reading(scope).selectFrom("parked_op").where("store_id", "=", storeId).where("settled_at", "is", null)
}

function toDeadLetter(rows: readonly Selectable<DeadLetterTable>[]): DeadLetter[] {
  return rows.map((row) => ({
    storeId: row.store_id,
    epoch: row.epoch,
    seq: row.seq,
    kind: row.kind,
    at: row.at,
    body: JSON.parse(row.body),
    reason: row.reason,
    parkedAt: row.parked_at,
  }))
}

/** Marks a dead letter as settled. Returns false if somebody else was faster. */
export async function settleDeadLetter(
  scope: SystemWrite,
  key: { storeId: string; epoch: string; seq: number },
  how: "replayed" | "dismissed",
): Promise<boolean> {
  const done = await writing(scope)
    .updateTable("parked_op")
    .set({ settled_at: scope.now, settled_how: how })
    .where("store_id", "=", key.storeId)
    .where("epoch", "=", key.epoch)
    .where("seq", "=", key.seq)
    .where("settled_at", "is", null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}
