/** The schemas of the `data` of order events (docs/contract/events.md#events-that-go-out). */
import Type from "typebox"
import { Order, OrderLine } from "../shapes/order.ts"
import { OrderFiscal } from "../shapes/order-fiscal.ts"
import { FreeForm, nullable, Uuid } from "../shapes/scalars.ts"
import { Tender } from "../shapes/tender.ts"

/** Set for Brazil, null elsewhere. */
const Brazilian = Type.Object({ fiscal: nullable(FreeForm) })

const { id: _id, accountId: _account, vendorId: _vendor, payments: _payments, ...fields } = Order.properties

export const OrderEventData = Type.Object({
  orderId: Uuid,
  ...fields,
  revision: Type.Integer(),
  /** Counts the order's changes. Events may arrive out of order: a receiver ignores an event with a lower number than one it has. */
  sequence: Type.Integer(),
  currencyCode: Type.String(),
  store: Type.Object({ ...Order.properties.store.properties, storeFiscalConfig: nullable(FreeForm) }),
  orderLines: Type.Array(Type.Object({ ...OrderLine.properties, metadata: Brazilian })),
  payments: Type.Object({ tenders: Type.Array(Tender), metadata: Brazilian }),
  /** The document's last known status; null while there is no document. */
  lastKnown: Type.Object({
    fiscal: nullable(Type.Object({ status: Type.String(), sourceEvent: Type.String() })),
  }),
  /** As *Get order* returns it; null while there is no document. */
  fiscal: nullable(OrderFiscal),
  /** Null when numbering was not attempted. */
  fiscalRepresentation: nullable(FreeForm),
})

/** Always has the document. */
export const FiscalEventData = Type.Object({ ...OrderEventData.properties, fiscal: OrderFiscal })

/** `dispatch`: the kitchen device and the order lines sent to it. */
export const SentToKitchenData = Type.Object({
  ...OrderEventData.properties,
  dispatch: Type.Optional(nullable(FreeForm)),
})
