/**
 * One invoice that hub and store are both asked for, in the simulation: numbered by the product's own rooms, and what must hold of its
 * numbers once the two agree (docs/contract/fiscal.md#which-side-numbers).
 */
import { numberFiscalHandler as numberAtBox } from "../../appliance/fiscal/index.ts"
import type { BoxTx, Outbox } from "../../appliance/storage/index.ts"
import { isTwice } from "../../hub/fiscal/cancel-duplicate.ts"
import { numberFiscalHandler } from "../../hub/fiscal/index.ts"
import { requestsOf, type StoredRequest } from "../../hub/fiscal/requests-store.ts"
import type { HubStore, TenantWrite } from "../../hub/storage/index.ts"
import type { Downlink } from "../../hub/tenants/index.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { ownReferences, referencesOf, voids } from "../../protocol/rules/fiscal/order-documents.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { assert } from "./assert.ts"
import { tenantOf } from "./fiscal-work.ts"

interface InvoiceQuery {
  readonly storeId: string
  readonly externalId: string
}

type Numbered = {
  readonly status: number
  readonly data: { readonly fiscalRequestId: string; readonly requestStatus: string }
}

/** Whether the order was numbered, and by which request; null where the rules refuse it. */
function requestIn(answer: unknown): string | null {
  if (isRefusal(answer)) return null
  const { fiscalRequestId, requestStatus } = (answer as Numbered).data
  return requestStatus === "GENERATED" ? fiscalRequestId : null
}

const bodyOf = ({ storeId, externalId }: InvoiceQuery) => ({
  operation: "ISSUE" as const,
  orderId: externalId,
  store: { code: storeId },
  totals: { total: 6.5 },
})

const callerIn = (storeId: string) => ({
  ...tenantOf(storeId),
  actor: "apikey:sim",
  keyId: "sim",
  scopes: ["fiscal:write"],
})

export interface HubNumberingDeps {
  readonly ids: Ids
  readonly append: (op: { readonly kind: string; readonly body: unknown }) => Promise<void>
}

/** As the hub numbers when its store stays silent. That it asks the store first is tested in `test/contract`. */
export async function issueAtHub(tx: TenantWrite, { ids, append }: HubNumberingDeps, query: InvoiceQuery) {
  const store = { write: (_tenant: unknown, work: (tx: TenantWrite) => unknown) => work(tx) } as unknown as HubStore
  const silent = refuse("STORE_UNREACHABLE", "The store is silent.")
  const line = { ask: async () => silent as never, freshness: async () => ({}) }
  const downlink: Downlink = {
    append: async (_scope, _storeId, ...ops) => {
      for (const op of ops) await append(op)
    },
  }
  const handler = numberFiscalHandler({ store, ids, line, downlink })
  const body = bodyOf(query)
  const request = { params: undefined, query: undefined, body, caller: callerIn(query.storeId), requestId: ids.uuid() }
  return requestIn(await handler(request))
}

export interface BoxNumberingDeps {
  readonly ids: Ids
  readonly outbox: Outbox
  readonly agrees: () => boolean
}

export function issueAtBox(tx: BoxTx, deps: BoxNumberingDeps, query: InvoiceQuery): string | null {
  const handler = numberAtBox({ ...deps, isOnline: () => true })
  const caller = callerIn(query.storeId)
  const request = { params: undefined, query: {}, body: bodyOf(query), caller, requestId: deps.ids.uuid() }
  return requestIn(handler(tx, request as never))
}

interface Agreed {
  readonly own: OrderRecord
  /** As hub and box keep them. */
  readonly atHub: readonly StoredRequest[]
  readonly atBox: readonly FiscalRecord[]
}

export async function documentsAtHub(store: HubStore, { storeId, externalId }: InvoiceQuery): Promise<StoredRequest[]> {
  return store.read(tenantOf(storeId), (scope) => requestsOf(scope, externalId))
}

/** One number of an order is valid. Each other one is cancelled once; the order shows them all, and a person is told. */
export function assertOneNumber({ own, atHub, atBox }: Agreed): void {
  const name = own.orderExternal
  const given = atHub.filter(({ record }) => record.requestStatus === "GENERATED")
  const idsOf = (records: readonly FiscalRecord[]) =>
    String(
      records
        .filter(({ requestStatus }) => requestStatus === "GENERATED")
        .map(({ fiscalRequestId }) => fiscalRequestId)
        .sort(),
    )
  const records = given.map(({ record }) => record)
  assert(
    idsOf(records) === idsOf(atBox),
    () => `${name} has ${idsOf(records)} at the hub, ${idsOf(atBox)} in its store`,
  )
  const shown = String([...referencesOf(own)].sort())
  assert(shown === idsOf(records), () => `${name} shows ${shown} of ${idsOf(records)}`)
  const valid = ownReferences(own)
  for (const { record, flag } of given.filter((one) => one.record.operation === "ISSUE")) {
    const number = record.representation.documentNumber
    const notes = records.filter((note) => note.operation === "CANCEL" && voids(note, record))
    assert(notes.length <= 1, `${number} of ${name} was cancelled ${notes.length} times`)
    if (valid.includes(record.fiscalRequestId)) continue
    assert(notes.length === 1, `${name} has another valid number: ${number}`)
    assert(isTwice(flag), `nobody is told of ${number}, the second number of ${name}`)
  }
}
