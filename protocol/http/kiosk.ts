/** What a kiosk asks of the box: the menu, an order of its own, its payment link and its paper. It reads nobody else's (docs/contract/screens.md#kiosk). */
import Type from "typebox"
import { BASKET_LINES_MAX, BasketBuyer, BasketFulfillment, BasketLine } from "../shapes/basket.ts"
import { StoreMenu } from "../shapes/menu.ts"
import { OrderStatus } from "../shapes/order.ts"
import { CurrencyCode, Instant, oneOf, ScaledText, ShortText, Uuid } from "../shapes/scalars.ts"
import { Store } from "../shapes/store.ts"
import { endpoint } from "./endpoint.ts"
import { ChargeStanding } from "./register-charge.ts"

const SECTION = "screens.md#kiosk"
const OwnOrder = Type.Object({ orderId: Uuid })

const KioskOrder = Type.Object({
  id: Uuid,
  orderId: Uuid,
  orderCode: Type.String(),
  status: OrderStatus,
  paid: Type.Boolean(),
  total: ScaledText,
  currencyCode: CurrencyCode,
})

export const readKiosk = endpoint({
  name: "kiosk.state",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/kiosk",
  scope: "store:kiosk",
  replies: {
    200: Type.Object({
      now: Instant,
      store: Type.Pick(Store, ["id", "code", "name", "currency", "countryCode", "timeZone"]),
      /** A business day is open: orders are taken. */
      selling: Type.Boolean(),
      /** The hub can be reached: without it no payment link is made. */
      online: Type.Boolean(),
      linkMethods: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
      /** Another one than before: the menu has changed, or a product has run out or is back. */
      menuMark: Type.String(),
    }),
  },
  refusals: [],
  summary: "How the store stands for a guest: whether it sells, whether a link can be paid, and which menu it has.",
  section: SECTION,
})

export const readKioskMenu = endpoint({
  name: "kiosk.menu",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/kiosk/menu",
  scope: "store:kiosk",
  replies: {
    200: Type.Object({
      menuMark: Type.String(),
      ...Type.Pick(StoreMenu, ["currency", "categories", "products", "modifierGroups"]).properties,
    }),
  },
  refusals: ["NOT_FOUND"],
  summary: "What the store's kiosks sell: its menu of the channel KIOSK, or else that of its registers.",
  section: SECTION,
})

export const placeKioskOrder = endpoint({
  name: "kiosk.order",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/kiosk/orders",
  scope: "store:kiosk",
  repeatable: true,
  body: Type.Object(
    {
      /** Made by the page before it sends: repeating the request makes one order. */
      orderId: Uuid,
      fulfillment: BasketFulfillment,
      lines: Type.Array(BasketLine, { minItems: 1, maxItems: BASKET_LINES_MAX }),
      /** What the guest saw and agreed to; another price is refused, never charged. */
      total: ScaledText,
      buyer: Type.Optional(BasketBuyer),
    },
    // A price, a tender or a flag that somebody added would be dropped in silence; it is refused instead.
    { additionalProperties: false },
  ),
  replies: { 200: KioskOrder, 201: KioskOrder },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "FISCAL_NUMBERING_FAILED", "AMOUNT_MISMATCH"],
  summary: "Makes an order that is still to be paid, priced by the box's menu, with the number that is called out.",
  section: SECTION,
})

export const readKioskOrder = endpoint({
  name: "kiosk.readOrder",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/kiosk/orders/:orderId",
  scope: "store:kiosk",
  params: OwnOrder,
  replies: { 200: KioskOrder },
  refusals: ["NOT_FOUND"],
  summary: "How an order of this kiosk stands; another's looks as if it did not exist.",
  section: SECTION,
})

export const requestKioskCharge = endpoint({
  name: "kiosk.askCharge",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/kiosk/orders/:orderId/charge",
  scope: "store:kiosk",
  params: OwnOrder,
  body: Type.Object({ methodCode: ShortText }),
  replies: { 202: ChargeStanding },
  refusals: ["NOT_FOUND", "ORDER_NOT_OPEN", "CONFLICT", "SERVICE_UNAVAILABLE"],
  summary: "Asks the hub for a payment link for an order of this kiosk.",
  section: SECTION,
})

export const readKioskCharge = endpoint({
  name: "kiosk.readCharge",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/kiosk/orders/:orderId/charge",
  scope: "store:kiosk",
  params: OwnOrder,
  replies: { 200: ChargeStanding },
  refusals: ["NOT_FOUND"],
  summary: "How the payment link of an order of this kiosk stands.",
  section: SECTION,
})

export const printLocator = endpoint({
  name: "kiosk.print",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/kiosk/orders/:orderId/locator",
  scope: "store:kiosk",
  params: OwnOrder,
  body: Type.Object({
    /** Made by the page: repeating the request prints once, and tells how the paper stands. */
    jobId: Uuid,
  }),
  replies: {
    /** `none`: this store has no printer; `failed`: it cannot print now, or nobody knows. */
    202: Type.Object({ paper: oneOf("none", "waiting", "printed", "failed") }),
  },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary:
    "Prints the number of an order of this kiosk, and says whether the paper came out; the order never waits for it.",
  section: SECTION,
})
