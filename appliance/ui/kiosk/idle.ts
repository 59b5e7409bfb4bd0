/** Decides when a guest has left: first a warning, then the kiosk is reset and personal data deleted. Pure. */
import type { Phase } from "./visit.ts"

const SECOND_MS = 1_000
export const IDLE_MS = 60 * SECOND_MS
export const WARNING_MS = 15 * SECOND_MS
/** A guest who pays by link looks at a telephone, not at the kiosk. */
const PAYING_FACTOR = 3
/** The guest has read the locator and taken the slip. */
const DONE_FACTOR = 0.5
const LIMIT_MIN_MS = SECOND_MS
const LIMIT_MAX_MS = 3_600 * SECOND_MS

interface IdleLimits {
  readonly idleMs: number
  readonly warningMs: number
}

/** Reads the limits from the page's address: `?idle=60&warning=15`, in seconds. */
export function limitsIn(search: string): IdleLimits {
  const params = new URLSearchParams(search)
  const read = (name: string, otherwise: number) => {
    const seconds = Number(params.get(name) ?? Number.NaN)
    const ms = seconds * SECOND_MS
    return ms >= LIMIT_MIN_MS && ms <= LIMIT_MAX_MS ? ms : otherwise
  }
  return { idleMs: read("idle", IDLE_MS), warningMs: read("warning", WARNING_MS) }
}

export type Idle =
  | { readonly is: "busy" }
  | { readonly is: "warned"; readonly secondsLeft: number }
  | { readonly is: "over" }

const BUSY: Idle = { is: "busy" }

/**
 * While an order is being sent the kiosk is not reset, because the outcome is unknown. On the start screen only the language is reset, and
 * after the locator was shown nothing is lost, so neither needs a warning.
 */
export function idleOf(phase: Phase, quietMs: number, { idleMs, warningMs }: IdleLimits): Idle {
  if (phase === "sending") return BUSY
  if (phase === "attract") return quietMs >= idleMs ? { is: "over" } : BUSY
  if (phase === "done") return quietMs >= idleMs * DONE_FACTOR ? { is: "over" } : BUSY
  const limitMs = phase === "link" ? idleMs * PAYING_FACTOR : idleMs
  if (quietMs < limitMs) return BUSY
  const left = limitMs + warningMs - quietMs
  return left <= 0 ? { is: "over" } : { is: "warned", secondsLeft: Math.ceil(left / SECOND_MS) }
}
