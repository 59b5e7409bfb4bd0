/** All outbound events: version, schema of `data`, and when each is emitted. */
import Type, { type TSchema } from "typebox"
import { Uuid } from "../shapes/scalars.ts"
import {
  ChannelUpdated,
  MenuUpdated,
  ProductAvailabilityChanged,
  ProductPriceUpdated,
  ProductUpdated,
} from "./catalog-events.ts"
import { FiscalEventData, OrderEventData, SentToKitchenData } from "./order-events.ts"

/** An event about a device of a store (docs/contract/health.md#outages); keys may be added. */
const ComponentChanged = Type.Object({ storeId: Uuid, componentId: Type.String(), kind: Type.String() })

interface EventEntry {
  /** Counted per event type. An added field makes no new version. */
  readonly version: number
  readonly data: TSchema
  readonly emitted: string
}

export const EVENTS = {
  "order.opened": { version: 1, data: OrderEventData, emitted: "An order is injected already open." },
  "order.completed": {
    version: 1,
    data: OrderEventData,
    emitted: "A charge settles an order; or an order that was created paid is handed over.",
  },
  "order.cancelled": { version: 1, data: OrderEventData, emitted: "An order is cancelled." },
  "order.sent_to_kitchen": {
    version: 1,
    data: SentToKitchenData,
    emitted: "An order, or a part of it, is sent to a kitchen device.",
  },
  "order.sent_to_authority": {
    version: 1,
    data: OrderEventData,
    emitted: "A numbered document is submitted to the fiscal authority, whose callback echoes this `event.id`.",
  },
  "order.invoiced": { version: 1, data: FiscalEventData, emitted: "Brazil: the authority authorized the invoice." },
  "order.reversed": { version: 1, data: FiscalEventData, emitted: "Brazil: the authority cancelled the invoice." },
  "menu.updated": { version: 1, data: MenuUpdated, emitted: "A menu is published." },
  "product.updated": { version: 1, data: ProductUpdated, emitted: "A product's own data change." },
  "product.price_updated": { version: 1, data: ProductPriceUpdated, emitted: "A price of a product changes." },
  "product.availability_changed": {
    version: 1,
    data: ProductAvailabilityChanged,
    emitted: "A product runs out in a store, or is available again.",
  },
  "channel.updated": { version: 1, data: ChannelUpdated, emitted: "A channel's configuration changes." },
  "webhook.test": {
    version: 1,
    data: Type.Object({ endpoint: Type.String() }),
    emitted: "An operator tests an endpoint. Only that endpoint gets it, whatever its filter.",
  },
  "component.down": { version: 1, data: ComponentChanged, emitted: "A device has been silent for too long." },
  "component.recovered": { version: 1, data: ComponentChanged, emitted: "A silent device reports again." },
  "component.degraded": { version: 1, data: ComponentChanged, emitted: "A device reports that it is degraded." },
} as const satisfies Record<string, EventEntry>

export type EventType = keyof typeof EVENTS

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]
