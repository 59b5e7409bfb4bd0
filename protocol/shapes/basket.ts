/** What a guest at a kiosk has put together: products and choices by their ids. Never a price, which is the box's to say. */
import Type, { type Static } from "typebox"
import { oneOf, ShortText } from "./scalars.ts"

export const BASKET_LINES_MAX = 60
export const BASKET_QUANTITY_MAX = 99
export const BASKET_NOTES_MAX = 200
const CHOICES_MAX = 60

/** What is not known here is refused: a price that somebody added would otherwise be dropped in silence. */
const KNOWN_ONLY = { additionalProperties: false }

const BasketChoice = Type.Object({ groupId: ShortText, productId: ShortText }, KNOWN_ONLY)

export const BasketLine = Type.Object(
  {
    productId: ShortText,
    quantity: Type.Integer({ minimum: 1, maximum: BASKET_QUANTITY_MAX }),
    choices: Type.Array(BasketChoice, { maxItems: CHOICES_MAX, uniqueItems: true }),
    notes: Type.Optional(Type.String({ maxLength: BASKET_NOTES_MAX })),
  },
  KNOWN_ONLY,
)
export type BasketLine = Static<typeof BasketLine>

/** Here or to go, in the words of an order's `selectedShippingMethod`. */
export const BasketFulfillment = oneOf("DINE_IN", "TAKE_AWAY")
export type BasketFulfillment = Static<typeof BasketFulfillment>

/** Who wants to stand on the invoice. Without a document the name is only what is called out. */
export const BasketBuyer = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 100 })),
    govIdType: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    govIdNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
    email: Type.Optional(Type.String({ format: "email", maxLength: 200 })),
  },
  KNOWN_ONLY,
)
export type BasketBuyer = Static<typeof BasketBuyer>
