/** Availability of products in a store, set at box or hub (docs/contract/menu.md#availability). */
import { invalid, type Refusal } from "../../refusals.ts"
import type { Availability, StockFact } from "../../shapes/stock.ts"
import { toUtc } from "../../time.ts"

/** Whether the product is unavailable now. A product without a fact is available. */
export function isOut(fact: Pick<StockFact, "available" | "until"> | null, now: string): boolean {
  return fact !== null && !fact.available && (fact.until === null || fact.until > now)
}

interface AvailabilityReport {
  readonly productId: string
  readonly side: StockFact["side"]
  readonly now: string
}

/** The new fact; the known one if nothing changes. */
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
 * The fact that both sides keep, in whatever order they receive the two. The higher revision wins. If both are equal, neither side knew
 * of the other's fact, and the store's wins.
 */
export function laterStock(one: StockFact | null, other: StockFact): StockFact {
  if (one === null || other.revision > one.revision) return other
  return other.revision === one.revision && other.side === "store" && one.side === "hub" ? other : one
}
