/** An order's fiscal state as the API shows it (docs/contract/fiscal.md#fiscal-states). */
import Type, { type Static } from "typebox"
import { FiscalFailure } from "./fiscal-representation.ts"
import { OrderStatus } from "./order.ts"
import { notPersonal, personal } from "./privacy.ts"
import { FreeForm, nullable, oneOf, Uuid } from "./scalars.ts"

/** In groups: no document, in flight, settled, failed, graphic. */
export const FiscalStatus = oneOf(
  "awaiting_payment",
  "not_issued",
  "pending",
  "processing",
  "contingency",
  "cancelling",
  "authorized",
  "cancelled",
  "rejected",
  "denied",
  "error",
  "fiscal_graphic",
)
export type FiscalStatus = Static<typeof FiscalStatus>

const Text = nullable(Type.String())
const GovId = { govIdType: notPersonal(Text), govIdNumber: personal(Text) }

export const OrderFiscal = Type.Object({
  status: FiscalStatus,
  countryCode: Text,
  company: Type.Object({ ...GovId, legalName: Text, tradeName: Text }),
  store: Type.Object({ code: Text, name: Type.String(), ...GovId }),
  buyer: personal(Type.Object({ isFinalConsumer: Type.Boolean(), name: Text, ...GovId })),
  /** Common fields and the identifiers of `countryCode`; null without a document. Amounts are in major units. */
  metadata: nullable(notPersonal(FreeForm)),
  /** Present if the document failed. */
  error: Type.Optional(FiscalFailure),
})
export type OrderFiscal = Static<typeof OrderFiscal>

export const FiscalState = Type.Object({ id: Uuid, status: OrderStatus, fiscal: OrderFiscal })
export type FiscalState = Static<typeof FiscalState>
