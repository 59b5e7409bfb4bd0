/** The `data` of order events as receivers may rely on it (docs/contract/events.md#events-that-go-out). */
import Type from "typebox"
import { Order, OrderLine } from "../shapes/order.ts"
import { OrderFiscal } from "../shapes/order-fiscal.ts"
import { FreeForm, nullable, Uuid } from "../shapes/scalars.ts"
import { Tender } from "../shapes/tender.ts"

/** Populated for Brazil, null elsewhere. */
const Brazilian = Type.Object({ fiscal: nullable(FreeForm) })

const { id: _id, accountId: _account, vendorId: _vendor, payments: _payments, ...fields } = Order.properties

export const OrderEventData = Type.Object({
  orderId: Uuid,
  ...fields,
  revision: Type.Integer(),
  /** Counts the order's changes: a receiver that holds a higher one drops this event. Events are not delivered in order. */
  sequence: Type.Integer(),
  currencyCode: Type.String(),
  store: Type.Object({ ...Order.properties.store.properties, storeFiscalConfig: nullable(FreeForm) }),
  orderLines: Type.Array(Type.Object({ ...OrderLine.properties, metadata: Brazilian })),
  payments: Type.Object({ tenders: Type.Array(Tender), metadata: Brazilian }),
  /** The document's status when it was last heard of; null while there is no document. */
  lastKnown: Type.Object({
    fiscal: nullable(Type.Object({ status: Type.String(), sourceEvent: Type.String() })),
  }),
  /** As *Get order* tells it; null while there is no document. */
  fiscal: nullable(OrderFiscal),
  /** Null when numbering was not attempted. */
  fiscalRepresentation: nullable(FreeForm),
})

/** Always has the document. */
export const FiscalEventData = Type.Object({ ...OrderEventData.properties, fiscal: OrderFiscal })

/** One dispatch to one device: which, and which lines it was given. */
export const SentToKitchenData = Type.Object({
  ...OrderEventData.properties,
  dispatch: Type.Optional(nullable(FreeForm)),
})
