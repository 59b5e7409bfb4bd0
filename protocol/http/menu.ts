/**
 * The endpoints that read and publish menus, report a publication's result and set a product's availability (docs/contract/menu.md#get-a-menu,
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
    "Reads a store's menu for a channel and fulfilment, with current availability and the state of its delivery.",
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
    /** By default all of the store's menus. */
    channel: Type.Optional(ShortText),
    fulfillmentType: Type.Optional(ShortText),
    /** Also publishes the store's own data, which is reported on separately. */
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
          /** The id of its `menu.updated` event. */
          eventId: Type.String(),
          autoPublish: Type.Boolean(),
        }),
      ),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "MENU_NOT_AVAILABLE", "MENU_PUBLISH_LOCKED"],
  summary:
    "Publishes a store's menus: emits `menu.updated` for each, and locks the vendor until the delivery is reported.",
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
    "Marks a product of a store as run out, optionally until a time, or as available. The box does it without internet.",
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
    /** PRODUCTS means menu and products; any other value is that entity alone. Case does not matter. */
    type: Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" }),
    status: oneOf("SUCCESS", "FAILED"),
    /** May have any length; the first 2000 characters of a failure are stored. */
    message: Type.Optional(Type.String()),
    eventId: Type.Optional(Type.String({ pattern: "^evt_[0-9a-f]{12}$" })),
  }),
  replies: { 200: Type.Object({ ok: Type.Literal(true), updated: Type.Integer({ minimum: 0 }) }) },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN", "DOMAIN_ERROR"],
  summary: "An integrator reports the result of a publication; the answer comes after it is processed.",
  section: "callbacks.md#menu-sync",
  example: { vendorId: "acme.ec.quito", type: "PRODUCTS", status: "SUCCESS" },
})
