/** Somebody gives a waiting box its store: from now on this box, and no earlier one, speaks for it. */
import { invalid, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Clock } from "../../runtime/clock.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { SystemWrite } from "../storage/index.ts"
import { type EnrolledStore, isEnrolled, replaceBox } from "./boxes-store.ts"
import { readCode } from "./claim-codes.ts"
import { dropClaimsOfStore, takeClaim } from "./claims-store.ts"
import { type LockStoreDeps, lockStoreForBox } from "./lock-store.ts"
import { CLAIM_LIVES_MS } from "./open-claim.ts"

export interface ClaimStoreDeps extends LockStoreDeps {
  readonly clock: Clock
  /** Opens the store's line for its new box; whatever box spoke before is fenced. Sync's part. */
  readonly openStoreLog: (scope: SystemWrite, enrolled: EnrolledStore, epoch: string) => Promise<void>
  /** Sends down all that a new box must have. */
  readonly sendInitialRecords: (scope: SystemWrite, storeId: string, epoch: string) => Promise<void>
}

/** What a claim came to, for who must know in the same transaction. */
export interface ClaimResult {
  /** The store had a box, which is shut out now. */
  readonly replaced: boolean
  readonly version: string
}

export interface ClaimStoreInput {
  readonly code: string
  readonly storeId: string
  /** In the transaction; a refusal undoes the claim. */
  readonly beforeCommit?: (scope: SystemWrite, claimed: ClaimResult) => Promise<Refusal | null>
}

export async function claimStore(
  { code, storeId, beforeCommit = async () => null }: ClaimStoreInput,
  deps: ClaimStoreDeps,
): Promise<{ storeName: string } | Refusal> {
  const expiresAt = new Date(deps.clock.ms() + CLAIM_LIVES_MS).toISOString()
  return deps.store.system.write(async (scope) => {
    // The lock makes an order that is just being created either wait and see the box, or be there for the welcome.
    const place = await lockStoreForBox(scope, deps, storeId.toLowerCase())
    if (!place) return invalid({ path: "store", message: `there is no store ${storeId}` })
    const claim = await takeClaim(scope, hashSecret(readCode(code)), { storeId: place.id, expiresAt })
    if (!claim) return refuse("NOT_FOUND", `No box waits with the code ${code}; codes live ten minutes and work once.`)
    await dropClaimsOfStore(scope, place.id, claim.claimId)
    const at = { storeId: place.id, accountId: place.accountId, vendorId: place.vendorId }
    const replaced = await isEnrolled(scope, place.id)
    const refused = await beforeCommit(scope, { replaced, version: claim.appVersion })
    if (refused) return refused
    await replaceBox(scope, at)
    await deps.openStoreLog(scope, at, claim.epoch)
    await deps.sendInitialRecords(scope, place.id, claim.epoch)
    return { storeName: place.name }
  })
}
