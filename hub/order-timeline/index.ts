/** What happened to an order: found by what a guest can say, told from all that is kept of it. */
export { type JourneyParts, readJourneyHandler, searchOrdersHandler, seesBuyers } from "./read-timeline.ts"
