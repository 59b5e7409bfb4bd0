/** Builds the `data` of an order's event: a read of the order at that moment (document 1, *Events*). */
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

/** Whose events carry the document's references by themselves. */
const TELLS_DOCUMENT = ["order.invoiced", "order.reversed"]

/** Whether an event of this type carries the document's references; of one change, all that do tell alike, and all that do not. */
export function tellsDocument(type: string): boolean {
  return TELLS_DOCUMENT.includes(type)
}

/** What an order's event is made of; `store` is null when the store is not known any more. */
export interface OrderFacts {
  readonly type: string
  readonly order: OrderRecord & { readonly fiscalRepresentation?: FreeForm | null }
  readonly store: Pick<Store, "countryCode" | "fiscal"> | null
}

export function orderEventData({ type, order, store }: OrderFacts) {
  const { id, accountId: _account, vendorId: _vendor, operatorUid: _kept, cancelling: _mark, ...fields } = order
  const document = documentOf(order)
  const fiscal = (document?.countryCode ?? store?.countryCode) === "BR" ? brazilian(document) : null
  return {
    orderId: id,
    ...fields,
    store: { ...order.store, storeFiscalConfig: store?.fiscal ? fiscalConfig(store.fiscal) : null },
    orderLines: order.orderLines.map((line) => ({ ...line, metadata: { fiscal } })),
    payments: { tenders: order.payments, metadata: { fiscal } },
    lastKnown: { fiscal: lastKnown(document) },
    fiscal: tellsDocument(type) ? references(document) : order.fiscal,
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

/** What Brazilian receivers read beside lines and payments: the document's state and its identifiers. */
function brazilian(document: FreeForm | null) {
  if (!document)
    return { status: "not_issued", chaveAcesso: null, numero: null, serie: null, protocolo: null, modelo: null }
  const metadata = asObject(document.metadata)
  const own = (key: string) => metadata[key] ?? null
  return {
    status: document.status,
    chaveAcesso: own("chaveAcesso"),
    numero: own("numero"),
    serie: own("serie"),
    protocolo: own("protocolo"),
    modelo: own("modelo"),
  }
}

/** The document's status with its metadata laid flat and whole beside it. */
function references(document: FreeForm | null) {
  return document ? { ...document, metadata: asObject(document.metadata) } : null
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
