/**
 * Callers by their API keys. A key that was good a moment ago is good without asking the database: under load the look-up was a
 * quarter of the work of accepting a callback. What this process changes counts at once.
 */
import type { Caller } from "../../protocol/http/endpoint.ts"
import type { Clock } from "../../runtime/clock.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { noteUses } from "./key-uses-store.ts"
import { findCaller } from "./keys-store.ts"

/** So long a key may go on after another process has revoked it. */
const TRUSTED_MS = 2_000
/** Keys that are remembered at once. */
const KEYS_MAX = 10_000

export interface Keyring {
  find(key: string): Promise<Caller | null>
  /** Keys may have changed: every one is asked for again. */
  forget(): void
  /** Remembers that a caller's key or client was used just now; answers the caller. */
  note(caller: Caller | null): Caller | null
  /** Writes down when what was used since the last time was used: a key that is used all day costs one write a minute. */
  writeUses(): Promise<void>
}

interface Remembered {
  readonly caller: Caller
  readonly until: number
}

/** Only good keys are remembered: a new one works at once, and a stranger's guesses fill nothing. */
export function createKeyring({ store, clock }: { store: HubStore; clock: Clock }): Keyring {
  const known = new Map<string, Remembered>()
  let generation = 0
  let uses = new Map<string, string>()
  const note = (caller: Caller | null) => {
    if (caller) uses.set(caller.keyId, clock.iso())
    return caller
  }
  return {
    note,
    async writeUses() {
      if (uses.size === 0) return
      const written = uses
      uses = new Map()
      await store.system.write((scope) => noteUses(scope, written))
    },
    async find(key) {
      const hash = hashSecret(key)
      const found = known.get(hash)
      const askedAt = clock.ms()
      const leftMs = found ? found.until - askedAt : 0
      // A clock that was set back must not keep a key for hours.
      if (found && leftMs > 0 && leftMs <= TRUSTED_MS) return note(found.caller)
      const askedIn = generation
      const caller = await store.system.read((scope) => findCaller(scope, hash))
      known.delete(hash)
      if (!caller || askedIn !== generation) return note(caller)
      if (known.size >= KEYS_MAX) known.clear()
      // Since the question, not since its answer: a process may stand still between the two.
      known.set(hash, { caller, until: askedAt + TRUSTED_MS })
      return note(caller)
    },
    forget() {
      generation += 1
      known.clear()
    },
  }
}
