/**
 * Finds callers by API key, with a cache: under load the database look-up was a quarter of the work of accepting a callback. Changes by this process
 * take effect at once.
 */
import type { Caller } from "../../protocol/http/endpoint.ts"
import type { Clock } from "../../runtime/clock.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { noteUses } from "./key-uses-store.ts"
import { findCaller } from "./keys-store.ts"

/** A key that another process revokes may be accepted for so long. */
const TRUSTED_MS = 2_000
/** Cached keys, at most. */
const KEYS_MAX = 10_000

export interface Keyring {
  find(key: string): Promise<Caller | null>
  /** Empties the cache, because keys may have changed. */
  forget(): void
  /** Remembers that a caller's key or client was used now. Returns the caller. */
  note(caller: Caller | null): Caller | null
  /** Saves when keys were used since the last call. A key that is used all day costs one write a minute. */
  writeUses(): Promise<void>
}

interface Remembered {
  readonly caller: Caller
  readonly until: number
}

/** Only valid keys are cached: a new key works at once, and guesses cannot fill the cache. */
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
      // A clock that was set back must not keep a key valid for hours.
      if (found && leftMs > 0 && leftMs <= TRUSTED_MS) return note(found.caller)
      const askedIn = generation
      const caller = await store.system.read((scope) => findCaller(scope, hash))
      known.delete(hash)
      if (!caller || askedIn !== generation) return note(caller)
      if (known.size >= KEYS_MAX) known.clear()
      // Counted from the query, not from its answer: the process may be suspended in between.
      known.set(hash, { caller, until: askedAt + TRUSTED_MS })
      return note(caller)
    },
    forget() {
      generation += 1
      known.clear()
    },
  }
}
