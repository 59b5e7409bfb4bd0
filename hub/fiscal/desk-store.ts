/** Which documents a person must look at, over all tenants. */
import type { SystemRead, SystemWrite } from "../storage/index.ts"

/** A flag that a person has settled keeps why, and asks for nobody any more. */
export const SETTLED = "SETTLED"

export interface StuckRow {
  readonly fiscal_request_id: string
  readonly vendor_id: string
  readonly submission: string
  readonly flag: string | null
  readonly created_at: string
  readonly record: string
}

/** Flagged, or with the authority since before `handedBefore` and not ruled on. */
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

/** False when no such document asks for a person. */
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
