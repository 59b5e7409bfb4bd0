/**
 * The endpoints of menus: read, published, reported on, and products that run out (docs/contract/menu.md#get-a-menu,
 * docs/contract/callbacks.md#menu-sync, docs/contract/menu.md#publish-menus).
 */
import Type from "typebox"
import { MenuSync, PublishedMenu } from "../shapes/published-menu.ts"
import { Instant, oneOf, ShortText, Uuid } from "../shapes/scalars.ts"
import { Availability, ProductAvailability } from "../shapes/stock.ts"
import { endpoint } from "./endpoint.ts"

const STORES = "/api/v1/core/external/stores"

export const getMenu = endpoint({
  name: "menu.get",
  family: "core",
  method: "GET",
  path: `${STORES}/:storeId/menu`,
  scope: "menu:read",
  params: Type.Object({ storeId: ShortText }),
  query: Type.Object({ channel: ShortText, fulfillmentType: ShortText }),
  replies: { 200: Type.Object({ menu: PublishedMenu, sync: MenuSync }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "MENU_NOT_AVAILABLE"],
  summary:
    "The menu of a store in a channel and fulfilment, with what has run out at this moment, and how its delivery went.",
  section: "menu.md#get-a-menu",
})

export const publishMenu = endpoint({
  name: "menu.publish",
  family: "core",
  method: "POST",
  path: `${STORES}/:storeId/menu/publish`,
  scope: "webhooks:partner",
  params: Type.Object({ storeId: ShortText }),
  body: Type.Object({
    /** Left out: each of the store's menus. */
    channel: Type.Optional(ShortText),
    fulfillmentType: Type.Optional(ShortText),
    /** The store's own data are to be taken over as well: a dimension that is reported on by itself. */
    stores: Type.Optional(Type.Boolean()),
  }),
  replies: {
    202: Type.Object({
      publicationId: Uuid,
      publishedAt: Instant,
      menus: Type.Array(
        Type.Object({
          channel: Type.String(),
          fulfillmentType: Type.String(),
          version: Type.String(),
          /** Of the `menu.updated` that tells of it. */
          eventId: Type.String(),
          autoPublish: Type.Boolean(),
        }),
      ),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "MENU_NOT_AVAILABLE", "MENU_PUBLISH_LOCKED"],
  summary:
    "Publishes a store's menus: `menu.updated` for each, and the vendor's lock until their delivery is reported.",
  section: "menu.md#menu-sync-states",
  example: { channel: "POS", fulfillmentType: "DINE_IN" },
})

export const setAvailability = endpoint({
  name: "menu.setAvailability",
  family: "core",
  method: "PUT",
  path: `${STORES}/:storeId/products/:productId/availability`,
  scope: "webhooks:partner",
  params: Type.Object({ storeId: ShortText, productId: ShortText }),
  body: Availability,
  replies: { 200: ProductAvailability },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary:
    "A product has run out in a store, perhaps until a moment, or is back. At the box it works with the cable pulled.",
  section: "menu.md#publish-menus",
  example: { available: true },
})

export const reportMenuSync = endpoint({
  name: "menu.sync",
  family: "menuSync",
  method: "POST",
  path: "/api/v1/webhooks/partner/menu-sync",
  scope: "webhooks:partner",
  unreadable: "INTERNAL_SERVER_ERROR",
  body: Type.Object({
    vendorId: Type.String({ pattern: "^[^.\\s]+\\.[^.\\s]+\\.[^.\\s]+$", maxLength: 200 }),
    /** PRODUCTS is menu and products; any other is that entity alone. In any case. */
    type: Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" }),
    status: oneOf("SUCCESS", "FAILED"),
    /** Kept of a failure: its first 2000 characters. However long it is, the report counts. */
    message: Type.Optional(Type.String()),
    eventId: Type.Optional(Type.String({ pattern: "^evt_[0-9a-f]{12}$" })),
  }),
  replies: { 200: Type.Object({ ok: Type.Literal(true), updated: Type.Integer({ minimum: 0 }) }) },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN", "DOMAIN_ERROR"],
  summary: "An integrator reports how the publication went downstream; answered once it is worked in.",
  section: "callbacks.md#menu-sync",
  example: { vendorId: "acme.ec.quito", type: "PRODUCTS", status: "SUCCESS" },
})
