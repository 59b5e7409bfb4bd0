/** Every outbound event: its version line, what it carries, when it is emitted. The only list of them. */
import Type, { type TSchema } from "typebox"
import {
  ChannelUpdated,
  MenuUpdated,
  ProductAvailabilityChanged,
  ProductPriceUpdated,
  ProductUpdated,
} from "./catalog-events.ts"
import { ComponentChanged } from "./component-events.ts"
import { FiscalEventData, OrderEventData, SentToKitchenData } from "./order-events.ts"

interface EventEntry {
  /** Each event advances on its own line; an addition is no new version. */
  readonly version: number
  readonly data: TSchema
  readonly emitted: string
}

export const EVENTS = {
  "order.opened": { version: 1, data: OrderEventData, emitted: "An order is injected already open." },
  "order.completed": {
    version: 1,
    data: OrderEventData,
    emitted: "The charge settles an order; or one that came paid is handed over.",
  },
  "order.cancelled": { version: 1, data: OrderEventData, emitted: "An order is cancelled." },
  "order.sent_to_kitchen": {
    version: 1,
    data: SentToKitchenData,
    emitted: "An order, or a part of it, is sent to a device of the kitchen.",
  },
  "order.sent_to_authority": {
    version: 1,
    data: OrderEventData,
    emitted: "A numbered document is handed to the fiscal authority, whose callback echoes this `event.id`.",
  },
  "order.invoiced": { version: 1, data: FiscalEventData, emitted: "Brazil: the authority authorized the invoice." },
  "order.reversed": { version: 1, data: FiscalEventData, emitted: "Brazil: the authority cancelled the invoice." },
  "menu.updated": { version: 1, data: MenuUpdated, emitted: "A menu is published." },
  "product.updated": { version: 1, data: ProductUpdated, emitted: "A product's own data change." },
  "product.price_updated": { version: 1, data: ProductPriceUpdated, emitted: "A price of a product changes." },
  "product.availability_changed": {
    version: 1,
    data: ProductAvailabilityChanged,
    emitted: "A product runs out in a store, or is back.",
  },
  "channel.updated": { version: 1, data: ChannelUpdated, emitted: "A channel's configuration changes." },
  "webhook.test": {
    version: 1,
    data: Type.Object({ endpoint: Type.String() }),
    emitted: "An operator tries an endpoint out. Only that endpoint gets it, whatever its filter says.",
  },
  "component.down": { version: 1, data: ComponentChanged, emitted: "A device has been silent for too long." },
  "component.recovered": { version: 1, data: ComponentChanged, emitted: "A silent device is heard again." },
  "component.degraded": { version: 1, data: ComponentChanged, emitted: "A device says that it is not well." },
} as const satisfies Record<string, EventEntry>

export type EventType = keyof typeof EVENTS

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]
