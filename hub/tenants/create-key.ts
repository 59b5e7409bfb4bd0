/** Makes an API key; the key itself is answered once and kept nowhere. */
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

export async function createKey(asked: KeyRequest, deps: ProvisionDeps): Promise<{ key: string } | Refusal> {
  const strange = asked.scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope))
  if (strange.length > 0)
    return invalid(...strange.map((scope) => ({ path: "scopes", message: `"${scope}" is no scope` })))
  const key = deps.ids.secret("brasa_")
  return deps.store.system.write(async (scope) => {
    const account = await findRow(scope, "account", { account_id: asked.accountId })
    if (!account) return invalid({ path: "account", message: `there is no account ${asked.accountId}` })
    const vendor = asked.vendorId && (await findRow(scope, "vendor", { vendor_id: asked.vendorId }))
    if (asked.vendorId && (!vendor || vendor.account_id !== asked.accountId)) {
      return invalid({ path: "vendor", message: `${asked.accountId} has no vendor ${asked.vendorId}` })
    }
    if (await hasKeyNamed(scope, asked.accountId, asked.name)) {
      return invalid({ path: "name", message: `${asked.accountId} has a key named ${asked.name} already` })
    }
    await insertKey(scope, { ...asked, keyId: deps.ids.uuid(), ...secretColumns(key) })
    await sendChangedConfigs(scope, asked.accountId, deps)
    return { key }
  })
}
