/** The dashboard's endpoints of menus: publications and their reports, vendors' locks, stock-outs. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { personal } from "../../shapes/privacy.ts"
import { SyncStatus } from "../../shapes/published-menu.ts"
import { Instant, nullable, oneOf, ShortText, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"
import { publishMenu } from "../menu.ts"

const SECTION = "conventions.md#paths"
const MENUS = "/api/admin/menus"

/** The report on one entity of a publication: `menu`, `products` or `stores`. */
export const MenuReport = Type.Object({
  entity: Type.String(),
  status: oneOf("pending", "SUCCESS", "FAILED"),
  error: nullable(Type.String()),
  completedAt: nullable(Instant),
})
export type MenuReport = Static<typeof MenuReport>

export const MenuLine = Type.Object({
  storeId: Uuid,
  storeCode: nullable(Type.String()),
  storeName: Type.String(),
  vendorId: Type.String(),
  channel: Type.String(),
  fulfillmentType: Type.String(),
  version: Type.String(),
  /** False if nothing in it can be sold; then it cannot be published. */
  sellable: Type.Boolean(),
  status: SyncStatus,
  generatedAt: Instant,
  syncedAt: nullable(Instant),
  publication: nullable(
    Type.Object({
      publicationId: Uuid,
      publishedAt: Instant,
      version: Type.String(),
      /** A user's e-mail or an API key's name; null if it was not recorded. */
      by: personal(nullable(Type.String())),
      reports: Type.Array(MenuReport),
    }),
  ),
})
export type MenuLine = Static<typeof MenuLine>

export const MenuLock = Type.Object({
  vendorId: Type.String(),
  publicationId: Uuid,
  takenAt: Instant,
  /** Number of reports still missing. */
  waiting: Type.Integer(),
})
export type MenuLock = Static<typeof MenuLock>

export const StockOut = Type.Object({
  storeId: Uuid,
  storeCode: nullable(Type.String()),
  storeName: Type.String(),
  vendorId: Type.String(),
  productId: Type.String(),
  /** The catalogue's name of the product. */
  name: nullable(Type.String()),
  until: nullable(Instant),
  side: oneOf("hub", "appliance"),
  changedAt: Instant,
})
export type StockOut = Static<typeof StockOut>

const STORE_FILTER_QUERY = {
  ...CURSOR_QUERY,
  vendorId: Type.Optional(Type.String()),
  storeId: Type.Optional(Uuid),
}

export const listMenus = endpoint({
  name: "menus.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: MENUS,
  scope: null,
  query: Type.Object(STORE_FILTER_QUERY),
  replies: { 200: cursorListOf(MenuLine) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists the stores' menus, each with its latest publication and its reports.",
  section: SECTION,
})

export const listMenuLocks = endpoint({
  name: "menus.locks",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: `${MENUS}/locks`,
  scope: null,
  replies: { 200: Type.Object({ locks: Type.Array(MenuLock) }) },
  refusals: [],
  summary: "Lists the vendors whose publication still waits for reports.",
  section: SECTION,
})

export const publishStoreMenus = endpoint({
  name: "menus.publish",
  family: "admin",
  who: "hands",
  method: "POST",
  path: `${MENUS}/publish`,
  scope: null,
  body: Type.Object({
    vendorId: Type.String(),
    storeId: Uuid,
    channel: Type.Optional(ShortText),
    fulfillmentType: Type.Optional(ShortText),
    stores: Type.Optional(Type.Boolean()),
  }),
  replies: publishMenu.replies,
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "MENU_NOT_AVAILABLE", "MENU_PUBLISH_LOCKED"],
  summary: "Publishes a store's menus, like the public endpoint.",
  section: SECTION,
})

export const releaseMenuLock = endpoint({
  name: "menus.release",
  family: "admin",
  who: "hands",
  method: "POST",
  path: `${MENUS}/locks/:vendorId/release`,
  scope: null,
  params: Type.Object({ vendorId: Type.String() }),
  body: Type.Object({ publicationId: Uuid }),
  replies: { 200: Type.Object({ failed: Type.Integer() }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary:
    "Ends a publication whose reports will not come: missing reports count as failed, and the vendor may publish again.",
  section: SECTION,
})

export const listStockOuts = endpoint({
  name: "menus.stockOuts",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stock-outs",
  scope: null,
  query: Type.Object(STORE_FILTER_QUERY),
  replies: { 200: cursorListOf(StockOut) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists products that are run out, with the store, the end and the side that set it.",
  section: SECTION,
})
