/** What was told of orders, as tests look at it. */

/** The types of the events of an order's own life, without what was sent to the kitchen of it. */
export function lifeOf(events: readonly { readonly type: string }[]): string[] {
  return events.map(({ type }) => type).filter((type) => type !== "order.sent_to_kitchen")
}
