/** What happened to an order: found by what a guest can say, told from all that is kept of it. */
export { readTimelineHandler, searchOrdersHandler, seesBuyers, type TimelineDeps } from "./read-timeline.ts"
