/** What the dashboard's handlers for developers are made of, and the fences that they share. */
import type { PersonCaller } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Dialect } from "../../protocol/runtime/dialect.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { Validator } from "../../protocol/runtime/validate.ts"
import type { MenuBook } from "../catalog/index.ts"
import type { HubStore, SystemRead } from "../storage/index.ts"
import type { Downlink, Keyring, UpdateCatalog } from "../tenants/index.ts"
import { vendorsOf } from "../webhooks/index.ts"

export interface DeveloperParts {
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

/** What is of the whole account is for people who see all of it: whoever sees some vendors would reach the others by it. */
export async function refusePartial(
  scope: SystemRead,
  { accountId, vendorIds }: Pick<PersonCaller, "accountId" | "vendorIds">,
): Promise<Refusal<"NOT_FOUND"> | null> {
  const all = await vendorsOf(scope, accountId)
  if (all.every((id) => vendorIds.includes(id))) return null
  return refuse("NOT_FOUND", "This is of the whole account, of which you see a part.")
}

/** Whether a thing that is bound to a vendor, or to the account alone, may be changed by this person. */
export async function refuseForeign(
  scope: SystemRead,
  caller: Pick<PersonCaller, "accountId" | "vendorIds">,
  vendorId: string | null,
): Promise<Refusal<"NOT_FOUND"> | null> {
  if (vendorId === null) return refusePartial(scope, caller)
  return caller.vendorIds.includes(vendorId) ? null : refuse("NOT_FOUND", `There is no vendor ${vendorId}.`)
}
