/** The tenant that a signed-in user asks about: one vendor that they may see, or all of them. */
import type { UserCaller } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Tenant } from "../storage/index.ts"

type Seeing = Pick<UserCaller, "accountId" | "vendorIds">

/** The tenant of one vendor. A vendor that the user may not see counts as unknown. */
export function tenantOf({ accountId, vendorIds }: Seeing, vendorId: string): Tenant | Refusal<"NOT_FOUND"> {
  if (!vendorIds.includes(vendorId)) return noVendor(vendorId)
  return { accountId, vendorId }
}

/** The account without a vendor, for `selectAcrossVendors` with a filter by `vendorIds`. `select` finds nothing with it. */
export function accountOf({ accountId }: Pick<Seeing, "accountId">): Tenant {
  return { accountId, vendorId: "" }
}

/** The vendors of a list: the chosen one, or all that the user may see. */
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

/** The refusal for users who see only some vendors: through settings of the whole account they would reach the others. */
export function ofWholeAccount(): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", "This is of the whole account, of which you see a part.")
}
