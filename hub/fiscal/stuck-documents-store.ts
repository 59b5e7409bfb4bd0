/** Finds documents that need a person, of all tenants. */
import type { SystemRead, SystemWrite, Tenant } from "../storage/index.ts"

/** A settled flag keeps its reason and is not listed any more. */
export const SETTLED = "SETTLED"

export interface StuckRow {
  readonly fiscal_request_id: string
  readonly vendor_id: string
  readonly submission: string
  readonly flag: string | null
  readonly created_at: string
  readonly record: string
}

/** Flagged, or submitted before `handedBefore` and without a ruling. */
export async function stuckRequests(
  { db }: SystemRead,
  { handedBefore, limit }: { handedBefore: string; limit: number },
): Promise<StuckRow[]> {
  return db
    .selectFrom("fiscal_request")
    .select(["fiscal_request_id", "vendor_id", "submission", "flag", "created_at", "record"])
    .where(({ and, or, eb }) =>
      or([
        and([eb("flag", "is not", null), eb("flag", "not like", `${SETTLED}%`)]),
        and([
          eb("flag", "is", null),
          eb("submission", "in", ["handed", "submitted"]),
          eb("created_at", "<", handedBefore),
        ]),
      ]),
    )
    .orderBy("created_at")
    .limit(limit)
    .execute()
}

/** The tenant of a document. */
export async function ownerOf({ db }: SystemWrite, fiscalRequestId: string): Promise<Tenant | null> {
  const query = db.selectFrom("fiscal_request").select(["account_id", "vendor_id"])
  const row = await query.where("fiscal_request_id", "=", fiscalRequestId).executeTakeFirst()
  return row ? { accountId: row.account_id, vendorId: row.vendor_id } : null
}

/** False when no such document needs a person. */
export async function settleFlag({ db }: SystemWrite, fiscalRequestId: string, flag: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("fiscal_request")
    .set({ flag })
    .where("fiscal_request_id", "=", fiscalRequestId)
    .where("flag", "is not", null)
    .where("flag", "not like", `${SETTLED}%`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
