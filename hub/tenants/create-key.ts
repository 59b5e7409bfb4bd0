/** Creates an API key. The key itself is returned once and not stored. */
import { invalid, type Refusal } from "../../protocol/refusals.ts"
import { SCOPES } from "../../protocol/scopes.ts"
import { hasKeyNamed, insertKey } from "./keys-store.ts"
import type { ProvisionDeps } from "./provision.ts"
import { secretColumns } from "./provisioned-rows.ts"
import { findRow } from "./rows-store.ts"
import { sendChangedConfigs } from "./store-config.ts"

export interface KeyRequest {
  readonly accountId: string
  readonly vendorId: string | null
  readonly name: string
  readonly scopes: readonly string[]
}

export async function createKey(request: KeyRequest, deps: ProvisionDeps): Promise<{ key: string } | Refusal> {
  const strange = request.scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope))
  if (strange.length > 0)
    return invalid(...strange.map((scope) => ({ path: "scopes", message: `"${scope}" is no scope` })))
  const key = deps.ids.secret("brasa_")
  return deps.store.system.write(async (scope) => {
    const account = await findRow(scope, "account", { account_id: request.accountId })
    if (!account) return invalid({ path: "account", message: `there is no account ${request.accountId}` })
    const vendor = request.vendorId && (await findRow(scope, "vendor", { vendor_id: request.vendorId }))
    if (request.vendorId && (!vendor || vendor.account_id !== request.accountId)) {
      return invalid({ path: "vendor", message: `${request.accountId} has no vendor ${request.vendorId}` })
    }
    if (await hasKeyNamed(scope, request.accountId, request.name)) {
      return invalid({ path: "name", message: `${request.accountId} has a key named ${request.name} already` })
    }
    await insertKey(scope, { ...request, keyId: deps.ids.uuid(), ...secretColumns(key) })
    await sendChangedConfigs(scope, request.accountId, deps)
    return { key }
  })
}
