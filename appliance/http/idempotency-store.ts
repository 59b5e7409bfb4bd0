/** `Idempotency-Key`s and their first answers. */
import { decideIdempotency, keysForgottenBefore } from "../../protocol/rules/requests/idempotency.ts"
import type { Claimed, IdempotencyStore, KeyedRequest } from "../../runtime/http/idempotency.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"

/** One claim in so many also deletes old keys. */
const PRUNE_EVERY_CLAIMS = 500

interface Row {
  readonly fingerprint: string
  readonly claimed_at: string
  readonly answer: string | null
}

export function createIdempotencyStore(store: BoxStore): IdempotencyStore {
  let claims = 0
  return {
    claim: (request) =>
      store.writeTogether((tx) => {
        claims += 1
        if (claims % PRUNE_EVERY_CLAIMS === 0) prune(tx)
        return claim(tx, request)
      }),
    save: ({ token }, answer) =>
      store.writeTogether(({ db }) => {
        db.prepare("UPDATE idempotency_key SET answer = ? WHERE token = ?").run(JSON.stringify(answer), token)
      }),
    release: ({ token }) =>
      store.writeTogether(({ db }) => {
        db.prepare("DELETE FROM idempotency_key WHERE token = ?").run(token)
      }),
  }
}

function claim({ db, now }: BoxTx, { caller, endpoint, key, fingerprint, token }: KeyedRequest): Claimed {
  const known = db
    .prepare<[string, string, string], Row>(
      "SELECT fingerprint, claimed_at, answer FROM idempotency_key WHERE key_id = ? AND endpoint = ? AND key = ?",
    )
    .get(caller.keyId, endpoint, key)
  const answered = known?.answer != null
  const verdict = decideIdempotency(
    known ? { ...known, claimedAt: known.claimed_at, answered } : null,
    fingerprint,
    now,
  )
  if (verdict === "answered") return { verdict, answer: JSON.parse(known?.answer ?? "null") }
  if (verdict === "first") {
    db.prepare(
      "INSERT OR REPLACE INTO idempotency_key (key_id, endpoint, key, fingerprint, token, claimed_at) VALUES (?, ?, ?, ?, ?, ?)",
    ).run(caller.keyId, endpoint, key, fingerprint, token, now)
  }
  return { verdict }
}

function prune({ db, now }: BoxTx): void {
  db.prepare("DELETE FROM idempotency_key WHERE claimed_at < ?").run(keysForgottenBefore(now))
}
