/** Which tenant a signed-in person asks about: one vendor that they see, or all of them. */
import type { UserCaller } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Tenant } from "../storage/index.ts"

type Seeing = Pick<UserCaller, "accountId" | "vendorIds">

/** The fence of one vendor; a vendor that they do not see is as unknown as one that does not exist. */
export function tenantOf({ accountId, vendorIds }: Seeing, vendorId: string): Tenant | Refusal<"NOT_FOUND"> {
  if (!vendorIds.includes(vendorId)) return noVendor(vendorId)
  return { accountId, vendorId }
}

/** The fence of the account alone, for `selectAcrossVendors`: narrow it by `vendorIds`. No row of a vendor passes `select` with it. */
export function accountOf({ accountId }: Pick<Seeing, "accountId">): Tenant {
  return { accountId, vendorId: "" }
}

/** The vendors that a list is about: the one that was picked, or all that they see. */
export function vendorsRequested(
  { vendorIds }: Seeing,
  picked: string | undefined,
): readonly string[] | Refusal<"NOT_FOUND"> {
  if (picked === undefined) return vendorIds
  return vendorIds.includes(picked) ? [picked] : noVendor(picked)
}

export function noVendor(vendorId: string): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", `There is no vendor ${vendorId}.`)
}

/** What is of the whole account is for people who see all of it: whoever sees some vendors would reach the others by it. */
export function ofWholeAccount(): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", "This is of the whole account, of which you see a part.")
}
