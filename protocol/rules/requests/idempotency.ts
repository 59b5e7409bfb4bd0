/** Decides what a request with an `Idempotency-Key` is: the first, a repeat, a mistake, or one that still runs. */

/** How long a key is remembered. */
export const KEY_RETENTION_MS = 72 * 3_600_000
/** A request without an answer after this time has died with its process, so its repeat may run. */
export const KEY_LEASE_MS = 60_000

/** A key that was used before. */
export interface KnownKey {
  /** Fingerprint of the key's first request. */
  readonly fingerprint: string
  /** ISO moment. */
  readonly claimedAt: string
  readonly answered: boolean
}

/** `first`: run it. `answered`: send the stored answer. `running`: the first request still runs. `reused`: the key belongs to another request. */
export type KeyVerdict = "first" | "answered" | "running" | "reused"

export function decideIdempotency(known: KnownKey | null, fingerprint: string, now: string): KeyVerdict {
  if (!known) return "first"
  const age = Date.parse(now) - Date.parse(known.claimedAt)
  if (age >= KEY_RETENTION_MS) return "first"
  if (known.fingerprint !== fingerprint) return "reused"
  if (known.answered) return "answered"
  return age >= KEY_LEASE_MS ? "first" : "running"
}

/** Keys claimed before this moment are forgotten. */
export function keysForgottenBefore(now: string): string {
  return new Date(Date.parse(now) - KEY_RETENTION_MS).toISOString()
}
