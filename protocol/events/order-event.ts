/** Builds the `data` of an order's event: a read of the order at that moment (docs/contract/events.md#events-that-go-out). */
import { type FiscalStoreFacts, fiscalOf } from "../rules/fiscal/order-fiscal.ts"
import type { OrderRecord } from "../shapes/order.ts"
import type { FreeForm } from "../shapes/scalars.ts"
import type { Store } from "../shapes/store.ts"

/** Told to receivers of a store's fiscal configuration; what is not listed stays at home: keys, secrets, folio ranges. */
const FISCAL_CONFIG = ["environment", "gateway", "provider"] as const
const FISCAL_POINT = [
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

/** The statuses of an order without a document: nothing is known of one then. */
const WITHOUT_DOCUMENT = ["awaiting_payment", "not_issued"]

/** What an order's event is made of; `store` is null when the store is not known any more. */
interface OrderFacts {
  readonly order: OrderRecord & { readonly fiscalRepresentation?: FreeForm | null }
  readonly store: (FiscalStoreFacts & Pick<Store, "fiscal">) | null
}

/** All events of one change tell the same read of its order. */
export function orderEventData({ order, store }: OrderFacts) {
  const {
    id,
    accountId: _account,
    vendorId: _vendor,
    operatorUid: _kept,
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
    // As *Get order* tells it; without a document nothing is told.
    fiscal: document && fiscalOf(order, store ?? forgotten(order)),
    fiscalRepresentation: order.fiscalRepresentation ?? null,
  }
}

/** The order's fiscal document as the hub last heard of it, or null while there is none. */
function documentOf({ fiscal }: OrderRecord): FreeForm | null {
  if (fiscal === null || typeof fiscal.status !== "string") return null
  return WITHOUT_DOCUMENT.includes(fiscal.status) ? null : fiscal
}

function lastKnown(document: FreeForm | null) {
  if (!document) return null
  const { sourceEvent } = document
  return { status: document.status, sourceEvent: typeof sourceEvent === "string" ? sourceEvent : "fiscal.callback" }
}

/** What Brazilian receivers read beside lines and payments: the document's state and its identifiers, all null while there is none. */
function brazilian(document: FreeForm | null) {
  const metadata = asObject(document?.metadata)
  const own = (key: string) => metadata[key] ?? null
  return {
    status: document?.status ?? null,
    chaveAcesso: own("chaveAcesso"),
    numero: own("numero"),
    serie: own("serie"),
    protocolo: own("protocolo"),
    modelo: own("modelo"),
  }
}

/** What an order itself still says of its store. */
function forgotten({ store: { code, name } }: OrderRecord): FiscalStoreFacts {
  return { code: code ?? null, name: name ?? "", countryCode: null, legal: null }
}

function fiscalConfig(fiscal: FreeForm) {
  const points = Array.isArray(fiscal.points) ? fiscal.points.map(asObject) : []
  return { ...pick(fiscal, FISCAL_CONFIG), points: points.map((point) => pick(point, FISCAL_POINT)) }
}

function pick(from: FreeForm, keys: readonly string[]): FreeForm {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]))
}

function asObject(value: unknown): FreeForm {
  return typeof value === "object" && value !== null ? (value as FreeForm) : {}
}
