/** An order and its cancellation at the legacy endpoints: snake_case, amounts in major units, CANCELED with one L. */
import Type, { type Static } from "typebox"
import { PaymentStatus } from "./order.ts"
import { personal } from "./privacy.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

const LegacyTax = Type.Object({
  code: Type.String(),
  rate: nullable(Type.Number()),
  amount: nullable(Type.Number()),
})

const LegacyModifier = Type.Object({
  modifier_id: nullable(Type.String()),
  option_id: nullable(Type.String()),
  name: nullable(Type.String()),
  quantity: Type.Number(),
  unit_price: Type.Number(),
})

const LegacyLine = Type.Object({
  line_id: Type.String(),
  product_id: Type.String(),
  name: Type.String(),
  quantity: Type.Number(),
  unit_price: Type.Number(),
  taxes: Type.Array(LegacyTax),
  modifiers: Type.Array(LegacyModifier),
  notes: personal(nullable(Type.String())),
  station_code: nullable(Type.String()),
})

export const LegacyOrder = Type.Object({
  uid: Uuid,
  order_code: Type.String(),
  account_uid: Type.String(),
  vendor_uid: Type.String(),
  store_uid: Uuid,
  status: oneOf("OPEN", "COMPLETED", "FORCE_CLOSED", "CANCELED"),
  payment_status: PaymentStatus,
  cancellation_type: nullable(Type.String()),
  order_lines: Type.Array(LegacyLine),
  totals: Type.Array(Type.Object({ code: Type.String(), amount: Type.Number() })),
  payment_methods: Type.Array(Type.Object({ method: Type.String(), amount: Type.Number() })),
  metadata: FreeForm,
  created_at: Instant,
  updated_at: Instant,
  deleted_at: nullable(Instant),
})
export type LegacyOrder = Static<typeof LegacyOrder>

const REASON_CHARS_MAX = 500

export const LegacyCancellation = Type.Object({
  reason: Type.String({ pattern: "\\S", maxLength: REASON_CHARS_MAX }),
  vendor_uid: ShortText,
  /** The payment method through which the refund is requested. */
  payment_method_uid: Type.Optional(ShortText),
  email: Type.Optional(personal(ShortText)),
  /** A registered guest; `anonymous_customer_uid` is used if it is missing. */
  customer_uid: Type.Optional(personal(ShortText)),
  anonymous_customer_uid: Type.Optional(personal(ShortText)),
  store_uid: Type.Optional(ShortText),
  media: Type.Optional(oneOf("APP", "WEB")),
  cancellation_type: Type.Optional(ShortText),
})
export type LegacyCancellation = Static<typeof LegacyCancellation>
