/** What the planted bugs are called, in the order of their table; apart from them, so that a command line can ask for one without loading the machines. */
export const PLANTED_BUGS = [
  "the hub acknowledges before it commits",
  "the hub's watermark is off by one",
  "a command is asked again without its key",
  "the answer of a command is not kept",
  "a box that was replaced or copied is not fenced",
  "the hub drops as a duplicate what was made in the same moment",
  "the box forgets what was not acknowledged",
  "the hub forgets what a store has not taken",
  "the box keeps its watermark apart from the ops",
  "a restored box numbers before it has asked",
  "a box trusts a journal that was copied",
  "an event is told before its commit",
  "a sale is written for the tenant of the one before",
  "the hub goes by the box's clock and not by its numbers",
  "the box drops what the hub acknowledged of an order that both accepted",
  "the hub leaves both numbers of an order valid",
] as const

export type PlantedBug = (typeof PLANTED_BUGS)[number]
