/** The kiosk's endpoints on the box: menu, its own orders, their payment links and printed numbers. It cannot read other orders (docs/contract/screens.md#kiosk). */
import Type from "typebox"
import { BASKET_LINES_MAX, BasketBuyer, BasketFulfillment, BasketLine } from "../shapes/basket.ts"
import { StoreMenu } from "../shapes/menu.ts"
import { OrderStatus } from "../shapes/order.ts"
import { CurrencyCode, Instant, oneOf, ScaledText, ShortText, Uuid } from "../shapes/scalars.ts"
import { StoreSummary } from "../shapes/store.ts"
import { endpoint } from "./endpoint.ts"
import { ChargeState } from "./register-charge.ts"

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
      store: StoreSummary,
      /** True while a business day is open. */
      selling: Type.Boolean(),
      /** Whether the hub can be reached; payment links need it. */
      online: Type.Boolean(),
      linkMethods: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
      /** Changes whenever the menu or a product's availability changes. */
      menuMark: Type.String(),
    }),
  },
  refusals: [],
  summary: "Reads the store's state for a guest: whether it sells, whether payment links work, and its menu's mark.",
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
  summary: "Reads the store's menu of the channel KIOSK, or without one the registers' menu.",
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
      /** Made by the page: a repeated request makes one order. */
      orderId: Uuid,
      fulfillment: BasketFulfillment,
      lines: Type.Array(BasketLine, { minItems: 1, maxItems: BASKET_LINES_MAX }),
      /** The total that the guest saw; if the box computes another one it refuses the order. */
      total: ScaledText,
      buyer: Type.Optional(BasketBuyer),
    },
    // Unknown fields, such as a price or a tender, are refused rather than ignored.
    { additionalProperties: false },
  ),
  replies: { 200: KioskOrder, 201: KioskOrder },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "FISCAL_NUMBERING_FAILED", "AMOUNT_MISMATCH"],
  summary: "Creates an unpaid order, priced by the box's menu, with the number that will be called out.",
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
  summary: "Reads an order of this kiosk; another kiosk's order is a 404.",
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
  replies: { 202: ChargeState },
  refusals: ["NOT_FOUND", "ORDER_NOT_OPEN", "CONFLICT", "SERVICE_UNAVAILABLE"],
  summary: "Requests a payment link from the hub for an order of this kiosk.",
  section: SECTION,
})

export const readKioskCharge = endpoint({
  name: "kiosk.readCharge",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/kiosk/orders/:orderId/charge",
  scope: "store:kiosk",
  params: OwnOrder,
  replies: { 200: ChargeState },
  refusals: ["NOT_FOUND"],
  summary: "Reads the payment link's state of an order of this kiosk.",
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
    /** Made by the page: a repeated request prints once and returns the job's state. */
    jobId: Uuid,
  }),
  replies: {
    /** `none`: the store has no printer. `failed`: it cannot print now, or the outcome is unknown. */
    202: Type.Object({ paper: oneOf("none", "waiting", "printed", "failed") }),
  },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary:
    "Prints the number of an order of this kiosk, and returns whether it was printed; the order does not wait for it.",
  section: SECTION,
})
