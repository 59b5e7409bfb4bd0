/** What the dashboard's handlers for developers are made of, and the fences that they share. */
import type { UserCaller } from "../../protocol/http/endpoint.ts"
import type { Refusal } from "../../protocol/refusals.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { Validator } from "../../runtime/validate.ts"
import type { MenuBook } from "../catalog/index.ts"
import type { HubStore } from "../storage/index.ts"
import type { Downlink, Keyring, UpdateCatalog } from "../tenants/index.ts"
import { noVendor, ofWholeAccount } from "../users/index.ts"

export interface AdminDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly secretKey: Buffer
  readonly downlink: Downlink
  readonly menuBook: MenuBook
  readonly validator: Validator
  readonly keyring: Pick<Keyring, "forget" | "writeUses">
  readonly updateCatalog: UpdateCatalog
}

export interface Rooms {
  readonly ids: Ids
  readonly dialect: Dialect
}

/**
 * Whether a thing that is bound to a vendor, or to the account alone, may be changed by this person. Who is limited to all vendors that there
 * are is limited all the same: what is of the account reaches those that come later.
 */
export function refuseForeign(
  { limitedTo, vendorIds }: Pick<UserCaller, "limitedTo" | "vendorIds">,
  vendorId: string | null,
): Refusal<"NOT_FOUND"> | null {
  if (vendorId === null) return limitedTo === null ? null : ofWholeAccount()
  return vendorIds.includes(vendorId) ? null : noVendor(vendorId)
}
