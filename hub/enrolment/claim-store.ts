/** Assigns a waiting box to a store. From the commit on only this box may act for the store. */
import { invalid, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Clock } from "../../runtime/clock.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { openStoreLog } from "../sync/index.ts"
import { isEnrolled, replaceBox, setBoxOfPoints } from "../tenants/index.ts"
import { readCode } from "./claim-codes.ts"
import { dropClaimsOfStore, takeClaim } from "./claims-store.ts"
import { lockStoreForBox } from "./lock-store.ts"
import { CLAIM_LIVES_MS } from "./open-claim.ts"

export interface ClaimStoreDeps {
  readonly store: HubStore
  readonly clock: Clock
  /** Appends everything that a new box needs to its log. */
  readonly sendInitialRecords: (scope: SystemWrite, storeId: string, epoch: string) => Promise<void>
}

/** Passed to `beforeCommit`. */
export interface ClaimResult {
  /** The store had another box, which is now replaced. */
  readonly replaced: boolean
  readonly version: string
}

interface ClaimStoreInput {
  readonly code: string
  readonly storeId: string
  /** Called in the transaction; a refusal undoes the claim. */
  readonly beforeCommit?: (scope: SystemWrite, claimed: ClaimResult) => Promise<Refusal | null>
}

export async function claimStore(
  { code, storeId, beforeCommit = async () => null }: ClaimStoreInput,
  deps: ClaimStoreDeps,
): Promise<{ storeName: string } | Refusal> {
  const expiresAt = new Date(deps.clock.ms() + CLAIM_LIVES_MS).toISOString()
  return deps.store.system.write(async (scope) => {
    // Because of the lock, an order that is being created either sees the new box or is among its initial records.
    const found = await lockStoreForBox(scope, deps.store, storeId.toLowerCase())
    if (!found) return invalid({ path: "store", message: `there is no store ${storeId}` })
    const claim = await takeClaim(scope, hashSecret(readCode(code)), { storeId: found.id, expiresAt })
    if (!claim) return refuse("NOT_FOUND", `No box waits with the code ${code}; codes live ten minutes and work once.`)
    await dropClaimsOfStore(scope, found.id, claim.claimId)
    const at = { storeId: found.id, accountId: found.accountId, vendorId: found.vendorId }
    const replaced = await isEnrolled(scope, found.id)
    const refused = await beforeCommit(scope, { replaced, version: claim.appVersion })
    if (refused) return refused
    await replaceBox(scope, at)
    await openStoreLog(scope, at, claim.epoch)
    await setBoxOfPoints(scope, at, claim.epoch)
    await deps.sendInitialRecords(scope, found.id, claim.epoch)
    return { storeName: found.name }
  })
}
