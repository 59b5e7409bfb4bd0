/** What a caller's `Idempotency-Key` means at this moment: a first request, a repeat, a mistake, or one that is still running. */

/** How long a key is known. */
export const KEY_RETENTION_MS = 72 * 3_600_000
/** A request that has no answer after this time died with its process: its repeat may run. */
export const KEY_LEASE_MS = 60_000

/** A key that came before. */
export interface KnownKey {
  /** Of the request that it came with. */
  readonly fingerprint: string
  /** ISO moment. */
  readonly claimedAt: string
  readonly answered: boolean
}

/** `first` may run, `answered` gets the answer that is kept, `running` waits, `reused` came with another request. */
export type KeyVerdict = "first" | "answered" | "running" | "reused"

export function decideIdempotency(known: KnownKey | null, fingerprint: string, now: string): KeyVerdict {
  if (!known) return "first"
  const age = Date.parse(now) - Date.parse(known.claimedAt)
  if (age >= KEY_RETENTION_MS) return "first"
  if (known.fingerprint !== fingerprint) return "reused"
  if (known.answered) return "answered"
  return age >= KEY_LEASE_MS ? "first" : "running"
}

/** Keys that were claimed before this moment are forgotten. */
export function keysForgottenBefore(now: string): string {
  return new Date(Date.parse(now) - KEY_RETENTION_MS).toISOString()
}
