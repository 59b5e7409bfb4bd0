/** The body that corrects an open order, and the stored correction (docs/contract/orders.md#correct-an-order). */
import Type, { type Static } from "typebox"
import { Client, StoreRef } from "./injection.ts"
import { notPersonal, personal } from "./privacy.ts"
import { FreeForm, Instant, ShortText } from "./scalars.ts"

const KEY_CHARS_MAX = 200
const NAME_CHARS_MAX = 200
/** The longest valid e-mail address. */
const EMAIL_CHARS_MAX = 254

/** The invoice's recipient; the printed buyer is taken from here first. */
const Recipient = Type.Intersect([
  Type.Object({
    govIdType: Type.Optional(notPersonal(Type.String())),
    govIdNumber: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    businessName: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
  }),
  FreeForm,
])

const Buyer = personal(
  Type.Intersect([Client, Type.Object({ uid: ShortText, billingInformation: Type.Optional(Recipient) })]),
)

const AdditionalInfo = Type.Object({
  orderCode: Type.Optional(ShortText),
  kiosk: Type.Optional(
    Type.Object({
      buzzer_name: Type.Optional(personal(Type.String({ maxLength: NAME_CHARS_MAX }))),
      invoice_email: Type.Optional(personal(Type.String({ maxLength: EMAIL_CHARS_MAX }))),
      invoice_print: Type.Optional(Type.Boolean()),
    }),
  ),
})
export type AdditionalInfo = Static<typeof AdditionalInfo>

export const OrderCorrection = Type.Object({
  expectedRevision: Type.Integer({ minimum: 1 }),
  idempotencyKey: Type.String({ minLength: 1, maxLength: KEY_CHARS_MAX }),
  additionalInfo: Type.Optional(AdditionalInfo),
  client: Type.Optional(Buyer),
  /** The following are optional, and must be the order's own. */
  orderId: Type.Optional(Type.String()),
  account: Type.Optional(Type.String()),
  accountId: Type.Optional(Type.String()),
  vendor: Type.Optional(Type.String()),
  vendorId: Type.Optional(Type.String()),
  storeId: Type.Optional(Type.String()),
  store: Type.Optional(StoreRef),
})
export type OrderCorrection = Static<typeof OrderCorrection>

/** What a correction wrote: only the blocks that were sent, with normalised documents. */
export const Correction = Type.Object({
  /** The order's revision after it. */
  revision: Type.Integer({ minimum: 2 }),
  at: Instant,
  additionalInfo: Type.Optional(AdditionalInfo),
  client: Type.Optional(personal(FreeForm)),
})
export type Correction = Static<typeof Correction>

/** A correction with its idempotency key; it is synced together with its order. */
export const KeyedCorrection = Type.Object({ key: Type.String({ minLength: 1 }), correction: Correction })
export type KeyedCorrection = Static<typeof KeyedCorrection>
