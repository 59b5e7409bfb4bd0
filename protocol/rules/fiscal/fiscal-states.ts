/** State machine of an order's fiscal document (docs/contract/fiscal.md#fiscal-states, docs/contract/fiscal.md#document-after-a-cancellation). */
import { machine } from "../../machine.ts"
import type { FiscalStanding } from "../../shapes/fiscal-record.ts"

/**
 * `rejected, still valid`: the void was refused. Its status is `rejected` too, but it can be voided again. A document that was itself
 * rejected cannot be voided; it may be corrected and sent again.
 */
export type FiscalState = (typeof FISCAL_STATES.states)[number]

const IN_FLIGHT = ["(none)", "pending", "contingency", "processing", "fiscal_graphic"] as const

export const FISCAL_STATES = machine({
  states: [
    "(none)",
    "pending",
    "contingency",
    "processing",
    "fiscal_graphic",
    "authorized",
    "cancelling",
    "cancelled",
    "rejected",
    "rejected, still valid",
    "denied",
    "error",
  ],
  triggers: [
    "numbered",
    "numbered offline",
    "callback accepted",
    "fiscal_graphic",
    "authorized",
    "rejected",
    "denied",
    "error",
    "void requested",
    "cancelled",
  ],
  rows: [
    { from: "(none)", on: "numbered", to: "pending" },
    { from: "(none)", on: "numbered offline", to: "contingency", also: "legally issued, transmitted later" },
    { from: "(none)", on: "callback accepted", to: "processing" },
    { from: "pending", on: "callback accepted", to: "processing" },
    ...IN_FLIGHT.map(
      (from) => ({ from, on: "fiscal_graphic", to: "fiscal_graphic", also: "the graphic is kept" }) as const,
    ),
    ...IN_FLIGHT.map(
      (from) => ({ from, on: "authorized", to: "authorized", also: "Brazil: `order.invoiced`" }) as const,
    ),
    ...IN_FLIGHT.flatMap((from) =>
      (["rejected", "denied", "error"] as const).map((on) => ({ from, on, to: on }) as const),
    ),
    ...(["rejected", "denied", "error"] as const).map(
      (from) =>
        ({ from, on: "authorized", to: "authorized", also: "it was sent again; Brazil: `order.invoiced`" }) as const,
    ),
    ...(["rejected", "denied", "error"] as const).map(
      (from) => ({ from, on: from, to: from, also: "it was sent again: the newer words are told" }) as const,
    ),
    { from: "rejected", on: "denied", to: "denied" },
    { from: "denied", on: "rejected", to: "rejected" },
    { from: "error", on: "rejected", to: "rejected" },
    { from: "error", on: "denied", to: "denied" },
    ...[...IN_FLIGHT.slice(1), "authorized" as const, "rejected, still valid" as const].map(
      (from) => ({ from, on: "void requested", to: "cancelling" }) as const,
    ),
    { from: "authorized", on: "fiscal_graphic", to: "authorized", also: "the graphic is kept" },
    { from: "cancelling", on: "fiscal_graphic", to: "cancelling", also: "the graphic is kept" },
    { from: "cancelling", on: "authorized", to: "cancelling", also: "the invoice's identifiers are kept" },
    ...(["rejected", "denied", "error"] as const).map(
      (on) =>
        ({
          from: "cancelling",
          on,
          to: "rejected, still valid",
          also: "the void was refused: the document stands",
        }) as const,
    ),
    {
      from: "rejected, still valid",
      on: "authorized",
      to: "rejected, still valid",
      also: "the invoice's identifiers are kept",
    },
    ...([...IN_FLIGHT, "authorized", "cancelling", "rejected, still valid"] as const).map(
      (from) => ({ from, on: "cancelled", to: "cancelled", also: "Brazil: `order.reversed`" }) as const,
    ),
  ],
})

/** The state of an order's document; null stands for an order without one. */
export function fiscalStateOf(fiscal: Pick<FiscalStanding, "status" | "stillValid"> | null): FiscalState {
  if (fiscal === null) return "(none)"
  if (fiscal.status === "rejected" && fiscal.stillValid) return "rejected, still valid"
  return FISCAL_STATES.states.find((state) => state === fiscal.status) ?? "(none)"
}
