/** Filters of an endpoint: all, a family, one. */
import { expect, it } from "vitest"
import { isEventFilter, wantsEvent } from "../../../protocol/events/event-filter.ts"

it.each([
  [["*"], "order.opened", true],
  [["*"], "component.down", true],
  [["order.*"], "order.opened", true],
  [["order.*"], "product.updated", false],
  [["order.opened"], "order.opened", true],
  [["order.opened"], "order.completed", false],
  [["menu.updated", "order.*"], "order.completed", true],
  [["product.price_updated"], "product.updated", false],
] as const)("%j wants %s: %s", (filter, type, wanted) => expect(wantsEvent(filter, type)).toBe(wanted))

it.each([
  ["*", true],
  ["order.*", true],
  ["component.*", true],
  ["order.opened", true],
  ["order.updated", false],
  ["orders.*", false],
  ["order", false],
  ["", false],
  ["*.opened", false],
  ["order.o*", false],
] as const)("%s can match: %s", (entry, known) => expect(isEventFilter(entry)).toBe(known))
