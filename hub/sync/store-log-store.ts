/** The SQL of the logs: operations for a store, and the marks of operations from it. */
import { sql } from "kysely"
import type { LoggedOp } from "../../protocol/sync/batch.ts"
import { BATCH_MAX } from "../../protocol/sync/limits.ts"
import type { Op, Previous } from "../../protocol/sync/messages.ts"
import { type RestorableRecord, recordToKeep } from "../../protocol/sync/restorable-records.ts"
import { insertValues } from "../../runtime/storage/insert-rows.ts"
import { createStatement, dialectOf } from "../../runtime/storage/statement.ts"
import type { SystemWrite, TenantRead } from "../storage/index.ts"
import { reading, type SyncDb, type UpBatchTable, writing } from "./sync-tables.ts"

/**
 * Records that a box is sent again at most. They are in memory at once and are written in one transaction, so a hostile store must not be able to pile them up.
 * A store that sells 1,000 orders a day collects about 20 MiB in nine days.
 */
const RESTORED_BYTES_MAX = 32 * 1024 * 1024

interface DownRow extends LoggedOp {
  readonly offeredAt: string | null
}

export async function appendDown({ db }: SystemWrite, storeId: string, ...ops: readonly LoggedOp[]): Promise<void> {
  const rows = ops.map(({ seq, mark, kind, at, body }) => ({ store_id: storeId, seq, mark, kind, at, body }))
  for (const statement of insertValues(dialectOf(db), { table: "down_op", rows })) await db.executeQuery(statement)
}

export async function readDown({ db }: SystemWrite, storeId: string, after: number): Promise<readonly DownRow[]> {
  return (await opsAfter(db, { storeId, after })).rows
}

const opsAfter = createStatement((db: SyncDb, at: { storeId: string; after: number }) =>
  db
    .selectFrom("down_op")
    .select(["seq", "mark", "kind", "at", "body", "offered_at as offeredAt"])
    .where("store_id", "=", at.storeId)
    .where("seq", ">", at.after)
    .orderBy("seq")
    .limit(BATCH_MAX),
)

/** Ids of orders that were sent to a store after the operation `after`: the store closed a day without them. */
export async function ordersSentAfter(scope: TenantRead, storeId: string, after: number): Promise<Set<string>> {
  const rows = await reading(scope.system)
    .selectFrom("down_op")
    .select("body")
    .where("store_id", "=", storeId)
    .where("seq", ">", after)
    .where("kind", "=", "order.created")
    .execute()
  return new Set(rows.map(({ body }) => (JSON.parse(body) as { order: { id: string } }).order.id))
}

export async function downMarkAt({ db }: SystemWrite, storeId: string, seq: number): Promise<string | null> {
  return (await markOfSeq(db, { storeId, seq })).rows[0]?.mark ?? null
}

const markOfSeq = createStatement((db: SyncDb, at: { storeId: string; seq: number }) =>
  db.selectFrom("down_op").select("mark").where("store_id", "=", at.storeId).where("seq", "=", at.seq),
)

/** Stores the final content of an operation that is sent for the first time. It never changes after that. */
export async function markOffered({ db, now }: SystemWrite, storeId: string, op: LoggedOp): Promise<void> {
  const { seq, kind, body } = op
  await offered(db, { storeId, seq, kind, body, now })
}

const offered = createStatement(
  (db: SyncDb, at: { storeId: string; seq: number; kind: string; body: string; now: string }) =>
    db
      .updateTable("down_op")
      .set({ kind: at.kind, body: at.body, offered_at: at.now })
      .where("store_id", "=", at.storeId)
      .where("seq", "=", at.seq),
)

/** Numbers the ops after `after` anew, from `to + 1` on and without a gap. Returns the new head. */
export async function renumberDown(
  { db }: SystemWrite,
  storeId: string,
  { after, to }: { after: number; to: number },
): Promise<number> {
  // A row must not meet the one whose number it takes, so all become negative first.
  const moved = await sql`
    UPDATE down_op SET seq = -renumbered.seq
    FROM (SELECT seq AS old, ${to} + row_number() OVER (ORDER BY seq) AS seq
      FROM down_op WHERE store_id = ${storeId} AND seq > ${after}) AS renumbered
    WHERE store_id = ${storeId} AND down_op.seq = renumbered.old`.execute(db)
  await sql`UPDATE down_op SET seq = -seq WHERE store_id = ${storeId} AND seq < 0`.execute(db)
  return to + Number(moved.numAffectedRows ?? 0n)
}

/** Replaces the body of all operations of a kind that the store has not applied. Returns their number. */
export async function replaceUnapplied(
  scope: SystemWrite,
  storeId: string,
  { kind, body }: { kind: string; body: unknown },
): Promise<number> {
  const link = await reading(scope)
    .selectFrom("store_link")
    .select("down_acked")
    .where("store_id", "=", storeId)
    .executeTakeFirst()
  const text = JSON.stringify(body)
  const { numUpdatedRows } = await writing(scope)
    .updateTable("down_op")
    .set({ body: text })
    .where("store_id", "=", storeId)
    .where("seq", ">", Number(link?.down_acked ?? 0))
    .where("kind", "=", kind)
    .where("body", "!=", text)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Empties a store's log for a new box, which starts at 1 and is sent everything it needs anew. */
export async function dropDown(scope: SystemWrite, storeId: string): Promise<void> {
  await writing(scope).deleteFrom("down_op").where("store_id", "=", storeId).execute()
}

export async function saveMarks(scope: SystemWrite, storeId: string, batch: { epoch: string; ops: readonly Op[] }) {
  const [first, last] = [batch.ops[0], batch.ops.at(-1)]
  if (first === undefined || last === undefined) return
  const marks = JSON.stringify(batch.ops.map((op) => op.mark))
  const kept = batch.ops.map(recordToKeep).filter((one) => one !== null)
  const text = kept.length > 0 ? JSON.stringify(kept) : null
  const skews = batch.ops.some((op) => op.skewMs !== undefined) ? batch.ops.map((op) => op.skewMs ?? null) : null
  const contents = { marks, kept: text, skews: skews && JSON.stringify(skews) }
  const row = { epoch: batch.epoch, from_seq: first.seq, to_seq: last.seq, ...contents, heard_at: scope.now }
  await savedBatch(scope.db, { store_id: storeId, ...row })
}

const savedBatch = createStatement((db: SyncDb, at: UpBatchTable) => {
  const { store_id, epoch, from_seq, to_seq, marks, kept, skews, heard_at } = at
  return db.insertInto("up_batch").values({ store_id, epoch, from_seq, to_seq, marks, kept, skews, heard_at })
})

/** The marks of an epoch's applied operations. */
export async function marksIn(scope: SystemWrite, storeId: string, epoch: string): Promise<string[]> {
  const query = writing(scope).selectFrom("up_batch").select("marks").where("store_id", "=", storeId)
  const rows = await query.where("epoch", "=", epoch).execute()
  return rows.flatMap((row) => JSON.parse(row.marks) as string[])
}

/**
 * Records that a box may have lost when it continues from `since`: everything of that epoch that was applied later, in order. If box and hub
 * share nothing for certain, everything since `oldest` of any epoch. At most RESTORED_BYTES_MAX, the newest first.
 */
export async function recordsSince(
  scope: SystemWrite,
  storeId: string,
  { since, oldest }: { since: Previous; oldest: string },
): Promise<RestorableRecord[]> {
  const query = writing(scope).selectFrom("up_batch").where("store_id", "=", storeId).where("kept", "is not", null)
  const matching =
    since.last === 0
      ? query.where("heard_at", ">=", oldest)
      : query.where("epoch", "=", since.epoch).where("to_seq", ">", since.last)
  const sizes = await matching
    .select(["heard_at", sql<number | string>`octet_length(kept)`.as("bytes")])
    .orderBy("heard_at", "desc")
    .execute()
  const from = oldestWithin(sizes, RESTORED_BYTES_MAX)
  const rows = await matching
    .select("kept")
    .where("heard_at", ">=", from)
    .orderBy("heard_at")
    .orderBy("from_seq")
    .execute()
  return rows.flatMap((row) => JSON.parse(row.kept ?? "[]") as RestorableRecord[])
}

/** The moment of the oldest row that still fits into `bytesMax`, given the newest row first. */
function oldestWithin(rows: readonly { heard_at: string; bytes: number | string }[], bytesMax: number): string {
  let bytes = 0
  let from = ""
  for (const row of rows) {
    bytes += Number(row.bytes)
    if (bytes > bytesMax && from !== "") break
    from = row.heard_at
  }
  return from
}

/** Whether an epoch has reported a record. Operations that it only carried over from the epoch before do not count. */
export async function isNamedIn(
  scope: SystemWrite,
  storeId: string,
  { epoch, carried, id }: { epoch: string; carried: number; id: string },
): Promise<boolean> {
  const query = writing(scope).selectFrom("up_batch").select("from_seq").where("store_id", "=", storeId)
  const named = query
    .where("epoch", "=", epoch)
    .where("to_seq", ">", carried)
    .where("kept", "like", `%${JSON.stringify(id)}%`)
  return (await named.limit(1).executeTakeFirst()) !== undefined
}

/** Deletes old rows that both sides have. What was never sent or never acknowledged is kept. */
export async function pruneLog(scope: SystemWrite, before: { readonly down: string; readonly marks: string }) {
  const db = writing(scope)
  await db
    .deleteFrom("down_op")
    .where("offered_at", "<", before.down)
    .where(({ eb, selectFrom }) => {
      const acked = selectFrom("store_link")
        .select("down_acked")
        .whereRef("store_link.store_id", "=", "down_op.store_id")
      // The operation at the watermark stays: its mark tells whether both logs are still the same.
      return eb("seq", "<", acked)
    })
    .execute()
  await db.deleteFrom("up_batch").where("heard_at", "<", before.marks).execute()
}
