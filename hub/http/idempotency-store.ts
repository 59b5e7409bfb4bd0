/** Stores `Idempotency-Key`s with their first answers in the hub's database, shared by its processes. */
import { decideIdempotency, keysForgottenBefore } from "../../protocol/rules/requests/idempotency.ts"
import type { Claimed, IdempotencyStore, KeyedRequest } from "../../runtime/http/idempotency.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"

/** One claim in so many also deletes expired keys. */
const PRUNE_EVERY_CLAIMS = 500

export function createIdempotencyStore(store: HubStore): IdempotencyStore {
  let claims = 0
  return {
    claim: (request) =>
      store.write(request.caller, async (tx) => {
        claims += 1
        if (claims % PRUNE_EVERY_CLAIMS === 0) await prune(tx)
        return claim(tx, request)
      }),
    save: (request, answer) =>
      store.write(request.caller, async (tx) => {
        const query = tx.update("idempotency_key").set({ answer: JSON.stringify(answer) })
        await query.where("token", "=", request.token).execute()
      }),
    release: (request) =>
      store.write(request.caller, async (tx) => {
        await tx.remove("idempotency_key").where("token", "=", request.token).execute()
      }),
  }
}

async function claim(tx: TenantWrite, request: KeyedRequest): Promise<Claimed> {
  const { caller, endpoint, key, fingerprint, token } = request
  const own = { fingerprint, token, claimed_at: tx.now, answer: null }
  const row = { key_id: caller.keyId, endpoint, key, ...own }
  const added = await tx
    .insert("idempotency_key", row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) return { verdict: "first" }
  const known = await lockKey(tx, request)
  // The key was released between the two statements. The caller's next retry gets it.
  if (!known) return { verdict: "running" }
  const { claimed_at: claimedAt, answer } = known
  const verdict = decideIdempotency({ ...known, claimedAt, answered: answer !== null }, fingerprint, tx.now)
  if (verdict === "answered") return { verdict, answer: JSON.parse(answer ?? "null") }
  if (verdict === "first") await tx.update("idempotency_key").set(own).where("token", "=", known.token).execute()
  return { verdict }
}

function lockKey(tx: TenantWrite, { caller, endpoint, key }: KeyedRequest) {
  const query = tx
    .select("idempotency_key")
    .select(["fingerprint", "token", "claimed_at", "answer"])
    .where("key_id", "=", caller.keyId)
    .where("endpoint", "=", endpoint)
    .where("key", "=", key)
  return tx.dialect.forUpdate(query).executeTakeFirst()
}

async function prune(tx: TenantWrite): Promise<void> {
  const before = keysForgottenBefore(tx.now)
  await tx.system.db.deleteFrom("idempotency_key").where("claimed_at", "<", before).execute()
}
