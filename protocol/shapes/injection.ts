/** The body that creates an order (docs/contract/orders.md#create-an-order). Amounts are in major units; unknown keys are kept. */
import Type, { type Static } from "typebox"
import { notPersonal, personal } from "./privacy.ts"
import { CurrencyCode, FreeForm, Instant, MajorAmount, oneOf, ShortText } from "./scalars.ts"

const LINES_MAX = 500
const TOTALS_MAX = 20
const METHODS_MAX = 20

const Tax = Type.Object({ code: ShortText, rate: Type.Optional(MajorAmount), amount: Type.Optional(MajorAmount) })

const Modifier = Type.Object({
  modifierId: Type.Optional(Type.String()),
  optionId: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  quantity: Type.Number({ exclusiveMinimum: 0 }),
  unitPrice: Type.Optional(MajorAmount),
})

export const InjectedProduct = Type.Object({
  productId: ShortText,
  name: ShortText,
  quantity: Type.Number({ exclusiveMinimum: 0 }),
  unitPrice: MajorAmount,
  taxes: Type.Optional(Type.Array(Tax, { maxItems: TOTALS_MAX })),
  modifiers: Type.Optional(Type.Array(Modifier, { maxItems: LINES_MAX })),
  notes: Type.Optional(personal(Type.String({ maxLength: 500 }))),
  stationCode: Type.Optional(Type.String()),
})
export type InjectedProduct = Static<typeof InjectedProduct>

const TotalCode = oneOf("SUBTOTAL", "TAX", "DISCOUNT", "DELIVERY", "TIP", "TOTAL")

export const InjectedPayments = Type.Object({
  totals: Type.Array(Type.Object({ code: TotalCode, amount: MajorAmount }), { minItems: 1, maxItems: TOTALS_MAX }),
  currencyCode: CurrencyCode,
  status: oneOf("PENDING", "SUCCEEDED"),
  paymentMethods: Type.Optional(
    Type.Array(Type.Object({ method: ShortText, amount: MajorAmount }), { maxItems: METHODS_MAX }),
  ),
})

/** The buyer as sent. The receipt reads the keys listed in docs/contract/orders.md#correct-an-order. */
export const Client = personal(
  Type.Intersect([
    Type.Object({
      uid: Type.Optional(Type.String()),
      govIdType: Type.Optional(notPersonal(Type.String())),
      govIdNumber: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      lastName: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      billingInformation: Type.Optional(FreeForm),
    }),
    FreeForm,
  ]),
)
export type Client = Static<typeof Client>

/** How a sender names the store of an order. */
export const StoreRef = Type.Object({
  id: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  vendorId: Type.Optional(Type.String()),
})

export const OrderInjection = Type.Object({
  orderId: ShortText,
  orderCode: ShortText,
  createdAt: Instant,
  channel: ShortText,
  accountId: Type.Optional(Type.String()),
  account: Type.Optional(Type.String()),
  selectedShippingMethod: Type.Optional(ShortText),
  client: Type.Optional(Client),
  store: StoreRef,
  stationId: Type.Optional(ShortText),
  operatorUid: Type.Optional(ShortText),
  order: Type.Object({ products: Type.Array(InjectedProduct, { minItems: 1, maxItems: LINES_MAX }) }),
  payments: InjectedPayments,
  metadata: Type.Optional(FreeForm),
})
export type OrderInjection = Static<typeof OrderInjection>
