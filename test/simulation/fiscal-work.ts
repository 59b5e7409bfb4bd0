/** Fiscal numbering as work of the simulation: each sale draws a number at its store, the hub draws its own; invariant 6. */
import { readConfig, saveConfig } from "../../appliance/catalog/index.ts"
import { drawNumber } from "../../appliance/fiscal/draw-number.ts"
import type { BoxStore, BoxTx } from "../../appliance/storage/index.ts"
import { applyNumbered, numberFiscalHandler } from "../../hub/fiscal/index.ts"
import { fence, type HubStore, type SystemWrite } from "../../hub/storage/index.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import { aStore } from "../kit/orders.ts"

const TENANT = { accountId: "sim", vendorId: "sim.xx.one" }
const LEGAL = { legalName: "Simulation", govIdType: "RUC", govIdNumber: "1790012344001" }

/** One company, an establishment a store, a point a side. */
export function fiscalStore(storeId: string): Store {
  const establishment = storeId.replaceAll(/\D/g, "").padStart(3, "0")
  const points = [
    { establishment, emissionPoint: "001", side: "hub" },
    { establishment, emissionPoint: "002", side: "appliance" },
  ]
  return aStore({ ...TENANT, id: storeId, code: storeId, legal: LEGAL, fiscal: { environment: "SANDBOX", points } })
}

export function configureBox(store: BoxStore, storeId: string): void {
  store.write((tx) => {
    if (readConfig(tx) === null) saveConfig(tx, { store: fiscalStore(storeId) } as StoreConfig)
  })
}

/** In the transaction of the sale; the record travels in the sale's own op. */
export function drawForSale(tx: BoxTx, ids: Ids, n: number): FiscalRecord {
  const outbox = { record: () => undefined, hex12: () => ids.hex12() }
  return drawNumber(tx, { ids, outbox, isOnline: () => false, agrees: () => false }, asked(`sale-${n}-${ids.hex12()}`))
}

export function takeNumber(scope: SystemWrite, store: HubStore, record: FiscalRecord): Promise<string | null> {
  return applyNumbered(fence(scope, TENANT, store.dialect), record.storeId, record)
}

/** One request of a register that asks the hub. */
export async function numberAtHub(store: HubStore, ids: Ids, storeId: string): Promise<void> {
  const write: HubStore["write"] = (tenant, fn) =>
    store.system.write((scope) => fn(fence(scope, tenant, store.dialect)))
  const line = { ask: () => Promise.reject(new Error("no order is at home in a store")), freshness: async () => ({}) }
  const downlink = { isEnrolled: async () => false, append: async () => undefined }
  const handler = numberFiscalHandler({ store: { ...store, write }, ids, line, downlink })
  const caller = { ...TENANT, actor: "apikey:sim", keyId: "sim", scopes: ["fiscal:write"] }
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

/** What is wrong with the numbers of one sequence: a twin, or one that no record has. */
export function faultOf(records: readonly FiscalRecord[]): string | null {
  const byKey = new Map<string | null, FiscalRecord[]>()
  for (const one of records) byKey.set(one.sequenceKey, [...(byKey.get(one.sequenceKey) ?? []), one])
  for (const [key, own] of byKey) {
    const drawn = own.map(({ sequence }) => Number(sequence)).sort((a, b) => a - b)
    const wrong = drawn.findIndex((sequence, index) => sequence !== index + 1)
    if (wrong >= 0) return `${key}: number ${drawn[wrong]} stands at place ${wrong + 1}`
  }
  const numbers = new Set(records.map(({ representation }) => representation.documentNumber))
  return numbers.size === records.length ? null : "one document number was given twice"
}
