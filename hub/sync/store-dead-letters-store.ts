/** Dead letters of boxes: operations of the hub that a box could not apply, as the box reported them, and what a person asked the box to do. */
import type { Static } from "typebox"
import type { BoxDeadLettersReported } from "../../protocol/sync/ops.ts"
import type { SystemWrite, TenantWrite } from "../storage/index.ts"
import { reading, writing } from "./sync-tables.ts"

type ReportedDeadLetters = Static<typeof BoxDeadLettersReported>

/** Replaces the store's list by the box's report: what is missing from it was settled. A person's request stays until the box has tried. */
export async function saveStoreDeadLetters(
  tx: TenantWrite,
  storeId: string,
  { ops }: ReportedDeadLetters,
): Promise<null> {
  const db = writing(tx.system)
  const rows = await db.selectFrom("store_parked").selectAll().where("store_id", "=", storeId).execute()
  const known = new Map(rows.map((row) => [row.mark, row]))
  await dropStoreDeadLetters(tx.system, storeId)
  if (ops.length === 0) return null
  const owner = { store_id: storeId, account_id: tx.tenant.accountId, vendor_id: tx.tenant.vendorId }
  const values = ops.map(({ mark, kind, at, reason, parkedAt, triedAt, mayRetry }) => {
    const before = known.get(mark)
    const waits = before?.tried_at === triedAt
    const asked = { asked_as: waits ? before.asked_as : null, asked_at: waits ? before.asked_at : null }
    const times = { at, parked_at: parkedAt, tried_at: triedAt }
    return { ...owner, mark, kind, reason, ...times, may_retry: mayRetry ? 1 : 0, ...asked }
  })
  await db.insertInto("store_parked").values(values).execute()
  return null
}

/** For a new box, which has no dead letters. */
export async function dropStoreDeadLetters(scope: SystemWrite, storeId: string): Promise<void> {
  await writing(scope).deleteFrom("store_parked").where("store_id", "=", storeId).execute()
}

interface BoxDeadLetterRequest {
  readonly storeId: string
  readonly mark: string
  readonly as: "retry" | "dismiss"
}

/** Returns false if there is no such dead letter, if something was requested already, or if it may not be applied late. */
export async function requestDeadLetterAction(
  tx: TenantWrite,
  { storeId, mark, as }: BoxDeadLetterRequest,
): Promise<boolean> {
  let asking = writing(tx.system)
    .updateTable("store_parked")
    .set({ asked_as: as, asked_at: tx.now })
    .where("store_id", "=", storeId)
    .where("mark", "=", mark)
    .where("account_id", "=", tx.tenant.accountId)
    .where("asked_as", "is", null)
  if (as === "retry") asking = asking.where("may_retry", "=", 1)
  return (await asking.executeTakeFirst()).numUpdatedRows === 1n
}

/** Counts dead letters per store of the account. Stores without any are left out. */
export async function countStoreDeadLetters(
  scope: Parameters<typeof reading>[0],
  accountId: string,
): Promise<{ storeId: string; parked: number }[]> {
  const rows = await reading(scope)
    .selectFrom("store_parked")
    .select(["store_id", ({ fn }) => fn.countAll<number | string>().as("parked")])
    .where("account_id", "=", accountId)
    .groupBy("store_id")
    .execute()
  return rows.map(({ store_id, parked }) => ({ storeId: store_id, parked: Number(parked) }))
}
