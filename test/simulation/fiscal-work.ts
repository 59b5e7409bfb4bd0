/** Fiscal numbering as work of the simulation: each sale draws a number at its store, the hub draws its own; invariant 6. */
import { readConfig, saveConfig } from "../../appliance/catalog/index.ts"
import { drawNumber } from "../../appliance/fiscal/draw-number.ts"
import { planSkips, waitForSequences } from "../../appliance/fiscal/index.ts"
import { requestsOf } from "../../appliance/fiscal/requests-store.ts"
import type { BoxStore, BoxTx } from "../../appliance/storage/index.ts"
import { newestAt } from "../../appliance/sync/index.ts"
import type { EpochCause } from "../../appliance/sync/run-effects.ts"
import { applyNumbered, numberFiscalHandler } from "../../hub/fiscal/index.ts"
import { fence, type HubStore, type SystemWrite, type Tenant } from "../../hub/storage/index.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { Ids } from "../../runtime/ids.ts"
import { aStoreConfig } from "../kit/lone-box.ts"
import { aStore } from "../kit/orders.ts"

const LEGAL = { legalName: "Simulation", govIdType: "RUC", govIdNumber: "1790012344001" }

/** Two tenants, and stores by turns of one and of the other. */
export function tenantOf(storeId: string): Tenant {
  const isOdd = Number(storeId.replaceAll(/\D/g, "")) % 2 === 1
  return isOdd ? { accountId: "sim", vendorId: "sim.xx.one" } : { accountId: "other", vendorId: "other.xx.two" }
}

/** One company, an establishment a store, a point for the hub and one for each box. */
export function fiscalStore(storeId: string, box = 0): Store {
  const establishment = storeId.replaceAll(/\D/g, "").padStart(3, "0")
  const points = [
    { establishment, emissionPoint: "001", side: "hub" },
    { establishment, emissionPoint: String(box + 2).padStart(3, "0"), side: "appliance" },
  ]
  return aStore({
    ...tenantOf(storeId),
    id: storeId,
    code: storeId,
    legal: LEGAL,
    fiscal: { environment: "SANDBOX", points },
  })
}

export function configureBox(store: BoxStore, storeId: string, box: number): void {
  store.write((tx) => {
    if (readConfig(tx) === null) saveConfig(tx, { ...aStoreConfig(), store: fiscalStore(storeId, box) })
  })
}

/** As the product's uplink does. */
export function whenParted(tx: BoxTx, epoch: string, parting: EpochCause): void {
  if (parting === "diverged") planSkips(tx, newestAt(tx.db))
  waitForSequences(tx, epoch)
}

/** In the transaction of the sale; the record travels in the sale's own op. */
export function drawForSale(
  tx: BoxTx,
  { ids, agrees }: { ids: Ids; agrees: () => boolean },
  uid: number,
): FiscalRecord {
  const outbox = { record: () => undefined, hex12: () => ids.hex12() }
  const sale = asked(`sale-${uid}`)
  const requests = requestsOf(tx, sale.orderId)
  return drawNumber(tx, { ids, outbox, isOnline: () => false, agrees }, { request: sale, requests })
}

export function takeNumber(scope: SystemWrite, store: HubStore, record: FiscalRecord): Promise<string | null> {
  return applyNumbered(fence(scope, tenantOf(record.storeId), store.dialect), record)
}

/** One request of a register that asks the hub. */
export async function numberAtHub(store: HubStore, ids: Ids, storeId: string): Promise<void> {
  const write: HubStore["write"] = (tenant, fn) =>
    store.system.write((scope) => fn(fence(scope, tenant, store.dialect)))
  const silent = refuse("STORE_UNREACHABLE", "The store is silent.")
  const line = { ask: async () => silent as never, freshness: async () => ({}) }
  const downlink = { append: async () => undefined }
  const handler = numberFiscalHandler({ store: { ...store, write }, ids, line, downlink })
  const caller = { ...tenantOf(storeId), actor: "apikey:sim", keyId: "sim", scopes: ["fiscal:write"] }
  const { operation, orderId } = asked(`hub-${ids.hex12()}`)
  const body = { operation, orderId, store: { code: storeId }, totals: { total: 6.5 } }
  await handler({ params: undefined, query: undefined, body, caller, requestId: ids.uuid() })
}

function asked(orderId: string) {
  const totals = { total: 65_000, tax: 0 }
  return {
    operation: "ISSUE" as const,
    orderId,
    orderCode: null,
    buyer: null,
    totals,
    currencyCode: "USD",
    metadata: null,
    invoice: null,
  }
}

/** An invoice and a credit note may have one number. */
export function numberOf({ documentType, representation }: FiscalRecord): string {
  return `${documentType} ${representation.documentNumber}`
}

/** What is wrong with the numbers of one sequence: a twin, or one that no record has. */
export function faultOf(records: readonly FiscalRecord[]): string | null {
  const byKey = new Map<string, number[]>()
  for (const { sequenceKey, sequence } of records) {
    if (sequenceKey !== null) byKey.set(sequenceKey, [...(byKey.get(sequenceKey) ?? []), Number(sequence)])
  }
  for (const [key, drawn] of byKey) {
    drawn.sort((a, b) => a - b)
    const wrong = drawn.findIndex((sequence, index) => sequence !== index + 1)
    if (wrong >= 0) return `${key}: number ${drawn[wrong]} stands at place ${wrong + 1}`
  }
  const given = records.filter(({ sequenceKey }) => sequenceKey !== null)
  const numbers = new Set(given.map(numberOf))
  return numbers.size === given.length ? null : "one document number was given twice"
}
