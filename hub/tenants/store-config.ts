/** The configuration that a store's box needs to sell alone. It is sent whenever it changes. */
import { methodsForBox } from "../../protocol/rules/payments/payment-methods.ts"
import type { MethodEntry } from "../../protocol/shapes/payment-method.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import { METHODS_SEAL_CONTEXT } from "../../protocol/sync/ops.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import { fence, type HubStore, type SystemWrite } from "../storage/index.ts"
import { sealForBox } from "./box-keys-store.ts"
import { withPointsOfBox } from "./box-points-store.ts"
import { isEnrolled } from "./boxes-store.ts"
import { boxPolicyOf } from "./cancellation-policy.ts"
import { readDocuments } from "./documents-store.ts"
import type { Downlink } from "./downlink.ts"
import { keysOfVendor } from "./keys-store.ts"
import { lockBoxes } from "./lock-boxes.ts"
import { registerMethods } from "./register-methods.ts"
import { sentHash, setSentHash } from "./sent-configs-store.ts"
import { declineReasons, findAnyStore, storesOfAccount } from "./stores-store.ts"

export const HEARTBEAT_INTERVAL_SECONDS = 600

/** The heartbeat interval of a store's devices: its own, or the default. */
export function intervalOf(store: Pick<Store, "heartbeatIntervalSeconds">): number {
  return store.heartbeatIntervalSeconds ?? HEARTBEAT_INTERVAL_SECONDS
}

export interface ConfigDeps {
  readonly store: Pick<HubStore, "dialect">
  readonly downlink: Downlink
  readonly secretKey: Buffer
}

/** A configuration and its secrets, which are sealed for the store's box. */
interface BoxConfig {
  readonly config: StoreConfig
  readonly paymentMethods: readonly MethodEntry[]
}

export async function storeConfig(scope: SystemWrite, storeId: string, deps: ConfigDeps): Promise<BoxConfig> {
  const store = await findAnyStore(scope, storeId)
  if (!store) throw new Error(`no store ${storeId}`)
  const tenant = { accountId: store.accountId, vendorId: store.vendorId }
  const documents = await readDocuments(scope, store.vendorId, deps.secretKey)
  const config = {
    store: await withPointsOfBox(scope, store),
    menu: null,
    registerMethods: registerMethods(documents),
    declineReasons: await declineReasons(fence(scope, tenant, deps.store.dialect)),
    keys: await keysOfVendor(scope, tenant),
    cancellation: boxPolicyOf(documents, store.countryCode),
    heartbeatIntervalSeconds: intervalOf(store),
  }
  return { config, paymentMethods: methodsForBox(store, documents.paymentMethods) }
}

/** Sends the configuration to a new box, whatever was sent before. The caller has locked the account's boxes. */
export async function sendConfig(scope: SystemWrite, storeId: string, deps: ConfigDeps): Promise<void> {
  const all = await storeConfig(scope, storeId, deps)
  const plain = JSON.stringify(all.paymentMethods)
  const sealed = await sealForBox(scope, { storeId, place: METHODS_SEAL_CONTEXT, plain }, deps.secretKey)
  const body = { config: all.config, ...(sealed !== null && { paymentMethods: sealed }) }
  await deps.downlink.append(scope, storeId, { kind: "store.configured", body })
  await setSentHash(scope, storeId, hashSecret(JSON.stringify(all)))
}

/** Sends the configuration to each box of the account for which it changed. Returns those stores. */
export async function sendChangedConfigs(scope: SystemWrite, accountId: string, deps: ConfigDeps): Promise<string[]> {
  const changed: string[] = []
  await lockBoxes(scope, accountId, deps.store.dialect)
  for (const store of await storesOfAccount(scope, accountId)) {
    if (!(await isEnrolled(scope, store.id))) continue
    const hash = hashSecret(JSON.stringify(await storeConfig(scope, store.id, deps)))
    if (hash === (await sentHash(scope, store.id))) continue
    await sendConfig(scope, store.id, deps)
    changed.push(store.id)
  }
  return changed
}
