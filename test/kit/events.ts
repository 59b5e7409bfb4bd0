/** What was told of orders, as tests look at it. */

const LIFE: readonly string[] = ["order.opened", "order.completed", "order.cancelled"]

/** The types of the events of an order's own life, without what was sent of it to the kitchen or the authority. */
export function lifeOf(events: readonly { readonly type: string }[]): string[] {
  return events.map(({ type }) => type).filter((type) => LIFE.includes(type))
}
