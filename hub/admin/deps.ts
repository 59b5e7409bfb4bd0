/** The dependencies of the handlers in this folder, and the checks that they share. */
import type { UserCaller } from "../../protocol/http/endpoint.ts"
import { invalid, type Refusal } from "../../protocol/refusals.ts"
import { readCursor } from "../../protocol/shapes/cursor-page.ts"
import type { Ids } from "../../runtime/ids.ts"
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

/**
 * Refuses a user who may not change a record of this vendor; a null vendor is the whole account. A user who is limited to a list of vendors may
 * not change the account's records even if the list has all vendors: they also reach vendors that are added later.
 */
export function refuseForeign(
  { limitedTo, vendorIds }: Pick<UserCaller, "limitedTo" | "vendorIds">,
  vendorId: string | null,
): Refusal<"NOT_FOUND"> | null {
  if (vendorId === null) return limitedTo === null ? null : ofWholeAccount()
  return vendorIds.includes(vendorId) ? null : noVendor(vendorId)
}

/** The parts of a cursor, null without a cursor, or a refusal if it does not have `count` parts. */
export function readAfter(cursor: string | undefined, count: number) {
  if (cursor === undefined) return null
  return readCursor(cursor, count) ?? invalid({ path: "after", message: "is not the `next` of a page" })
}
