/** A guest's basket at a kiosk: ids of products and options. It holds no prices, which come from the box's menu. */
import Type, { type Static } from "typebox"
import { notPersonal, personal } from "./privacy.ts"
import { oneOf, ShortText } from "./scalars.ts"

export const BASKET_LINES_MAX = 60
export const BASKET_QUANTITY_MAX = 99
export const BASKET_NOTES_MAX = 200
const CHOICES_MAX = 60

/** Refuses unknown fields, so that a price that somebody sends is not dropped silently. */
const KNOWN_ONLY = { additionalProperties: false }

const BasketChoice = Type.Object({ groupId: ShortText, productId: ShortText }, KNOWN_ONLY)

export const BasketLine = Type.Object(
  {
    productId: ShortText,
    quantity: Type.Integer({ minimum: 1, maximum: BASKET_QUANTITY_MAX }),
    choices: Type.Array(BasketChoice, { maxItems: CHOICES_MAX, uniqueItems: true }),
    notes: Type.Optional(personal(Type.String({ maxLength: BASKET_NOTES_MAX }))),
  },
  KNOWN_ONLY,
)
export type BasketLine = Static<typeof BasketLine>

/** Values of an order's `selectedShippingMethod`. */
export const BasketFulfillment = oneOf("DINE_IN", "TAKE_AWAY")
export type BasketFulfillment = Static<typeof BasketFulfillment>

/** The buyer for the invoice. Without a tax id the name is only used to call the guest. */
export const BasketBuyer = personal(
  Type.Object(
    {
      name: Type.Optional(Type.String({ maxLength: 100 })),
      govIdType: Type.Optional(notPersonal(Type.String({ minLength: 1, maxLength: 20 }))),
      govIdNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
      email: Type.Optional(Type.String({ format: "email", maxLength: 200 })),
    },
    KNOWN_ONLY,
  ),
)
export type BasketBuyer = Static<typeof BasketBuyer>
