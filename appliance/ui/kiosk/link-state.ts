/** Decides what a guest who pays by link sees, from the box's answers and from missing ones. Pure. */
import type { SuccessOf } from "../../../protocol/client/index.ts"
import type { readKioskCharge } from "../../../protocol/http/kiosk.ts"

export type ChargeState = SuccessOf<typeof readKioskCharge>["data"]

/**
 * `unknown`: a code was shown and may have been paid. `staff`: a payment does not fit, or the order is no longer open. In both cases the
 * staff must look, and the guest is not asked to pay again.
 */
export type LinkState =
  | { readonly is: "asking" | "paid" | "offline" | "unknown" | "staff" }
  | { readonly is: "waiting"; readonly link: string }
  | { readonly is: "ended"; readonly why: "rejected" | "declined" | "expired" }

interface LinkFacts {
  readonly charge: ChargeState | null
  /** The box did not answer the latest requests. */
  readonly silent: boolean
  /** The box made no link: the hub cannot be reached. */
  readonly refused: boolean
  /** The box waits for the hub longer than a guest would. */
  readonly late: boolean
}

export function linkState({ charge, silent, refused, late }: LinkFacts): LinkState {
  if (charge?.paid) return { is: "paid" }
  const shown = charge?.link ?? null
  if (silent) return { is: shown === null ? "offline" : "unknown" }
  if (!charge) return { is: refused ? "offline" : "asking" }
  if (charge.orderStatus !== "OPEN") return { is: "staff" }
  if (shown !== null) return charge.online ? { is: "waiting", link: shown } : { is: "unknown" }
  switch (charge.ended) {
    case "rejected":
    case "declined":
    case "expired":
      return { is: "ended", why: charge.ended }
    case "unfit":
    case "returned":
    case "canceled":
      return { is: "staff" }
    default:
      return { is: refused || late || !charge.online ? "offline" : "asking" }
  }
}
