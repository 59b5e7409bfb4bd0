/** The search for orders and the timeline of one order. */
export { readTimelineHandler, searchOrdersHandler, seesBuyers, type TimelineDeps } from "./read-timeline.ts"
