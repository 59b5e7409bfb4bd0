/** Builds the `data` of an order's event from the order at that moment (docs/contract/events.md#events-that-go-out). */
import { type FiscalStoreFacts, fiscalOf } from "../rules/fiscal/order-fiscal.ts"
import type { OrderRecord } from "../shapes/order.ts"
import type { FreeForm } from "../shapes/scalars.ts"
import type { Store } from "../shapes/store.ts"

/** Keys of a store's fiscal configuration that receivers get. All others, such as secrets and folio ranges, are left out. */
const FISCAL_CONFIG_KEYS = ["environment", "gateway", "provider"] as const
const FISCAL_POINT_KEYS = [
  "side",
  "establishment",
  "emissionPoint",
  "series",
  "prefix",
  "resolution",
  "documentType",
  "pointOfSale",
  "identifier",
] as const

/** Fiscal statuses of an order that has no document. */
const STATUSES_WITHOUT_DOCUMENT = ["awaiting_payment", "not_issued"]

/** `store` is null if the store was deleted. */
interface OrderFacts {
  readonly order: OrderRecord & { readonly fiscalRepresentation?: FreeForm | null }
  readonly store: (FiscalStoreFacts & Pick<Store, "fiscal">) | null
}

/** All events of one change share this data. */
export function orderEventData({ order, store }: OrderFacts) {
  const {
    id,
    accountId: _account,
    vendorId: _vendor,
    operatorUid: _operator,
    cancelling: _mark,
    moneyShifts: _shifts,
    ...fields
  } = order
  const document = documentOf(order)
  const fiscal = (document?.countryCode ?? store?.countryCode) === "BR" ? brazilian(document) : null
  return {
    orderId: id,
    ...fields,
    store: { ...order.store, storeFiscalConfig: store?.fiscal ? fiscalConfig(store.fiscal) : null },
    orderLines: order.orderLines.map((line) => ({ ...line, metadata: { fiscal } })),
    payments: { tenders: order.payments, metadata: { fiscal } },
    lastKnown: { fiscal: lastKnown(document) },
    // As *Get order* returns it; null without a document.
    fiscal: document && fiscalOf(order, store ?? storeFactsOfOrder(order)),
    fiscalRepresentation: order.fiscalRepresentation ?? null,
  }
}

/** The order's fiscal document as the hub knows it; null while there is none. */
function documentOf({ fiscal }: OrderRecord): FreeForm | null {
  if (fiscal === null || typeof fiscal.status !== "string") return null
  return STATUSES_WITHOUT_DOCUMENT.includes(fiscal.status) ? null : fiscal
}

function lastKnown(document: FreeForm | null) {
  if (!document) return null
  const { sourceEvent } = document
  return { status: document.status, sourceEvent: typeof sourceEvent === "string" ? sourceEvent : "fiscal.callback" }
}

/** The document's status and identifiers for Brazilian receivers, in the metadata of lines and payments; all null without a document. */
function brazilian(document: FreeForm | null) {
  const metadata = asObject(document?.metadata)
  const read = (key: string) => metadata[key] ?? null
  return {
    status: document?.status ?? null,
    chaveAcesso: read("chaveAcesso"),
    numero: read("numero"),
    serie: read("serie"),
    protocolo: read("protocolo"),
    modelo: read("modelo"),
  }
}

/** For a deleted store: the facts that the order itself holds. */
function storeFactsOfOrder({ store: { code, name } }: OrderRecord): FiscalStoreFacts {
  return { code: code ?? null, name: name ?? "", countryCode: null, legal: null }
}

function fiscalConfig(fiscal: FreeForm) {
  const points = Array.isArray(fiscal.points) ? fiscal.points.map(asObject) : []
  return { ...pick(fiscal, FISCAL_CONFIG_KEYS), points: points.map((point) => pick(point, FISCAL_POINT_KEYS)) }
}

function pick(from: FreeForm, keys: readonly string[]): FreeForm {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]))
}

function asObject(value: unknown): FreeForm {
  return typeof value === "object" && value !== null ? (value as FreeForm) : {}
}
