/** Products that run out and come back: who said it last, and whether it still holds (docs/contract/menu.md#availability). */
import { invalid, type Refusal } from "../../refusals.ts"
import type { Availability, StockFact } from "../../shapes/stock.ts"
import { toUtc } from "../../time.ts"

/** A product that nothing was said of is there. */
export function isOut(fact: Pick<StockFact, "available" | "until"> | null, now: string): boolean {
  return fact !== null && !fact.available && (fact.until === null || fact.until > now)
}

interface AvailabilityReport {
  readonly productId: string
  readonly side: StockFact["side"]
  readonly now: string
}

/** What holds from now on; the known fact itself where nothing changes by it. */
export function applyAvailability(
  known: StockFact | null,
  { available, until: given }: Availability,
  { productId, side, now }: AvailabilityReport,
): StockFact | Refusal<"VALIDATION_ERROR"> {
  const until = given == null ? null : toUtc(given)
  if (until !== null && available) return invalid({ path: "until", message: "is only for a product that is out" })
  if (until !== null && until <= now) return invalid({ path: "until", message: "must lie ahead" })
  if (known && isOut(known, now) === !available && (available || known.until === until)) return known
  return { productId, available, until, revision: (known?.revision ?? 0) + 1, side, changedAt: now }
}

/**
 * Which of two facts both sides end up with, in whatever order they hear them. No clock decides: whoever knew of the other's word has
 * the higher number, and where neither did, the store looks at the shelf.
 */
export function laterStock(one: StockFact | null, other: StockFact): StockFact {
  if (one === null || other.revision > one.revision) return other
  return other.revision === one.revision && other.side === "store" && one.side === "hub" ? other : one
}
