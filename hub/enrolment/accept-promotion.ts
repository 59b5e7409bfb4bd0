/** A box that stood by for another speaks for the store from now on: the other's credential is worth nothing from this commit (docs/contract/sync.md#identity-and-replacement). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { acceptPromotion as endpoint } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import { hashSecret, isSameSecret, matchesHash } from "../../runtime/secrets.ts"
import type { SystemWrite } from "../storage/index.ts"
import { credentialHash, type EnrolledStore, replaceBox, setCredential, wasReplaced } from "./boxes-store.ts"
import { type LockStoreDeps, lockStoreForBox } from "./lock-store.ts"

export interface PromotionDeps extends LockStoreDeps {
  /** Its own emission points, and whatever of its configuration follows from that. */
  readonly settle: (scope: SystemWrite, enrolled: EnrolledStore, epoch: string) => Promise<void>
  /** Ends the connection of the box before. */
  readonly disconnect: (storeId: string) => void
}

const NOBODY = refuse("NOT_FOUND", "No box speaks for this store with this credential.")

/** Its log goes on from the other's, so nothing is sent down anew; the epoch that it names opens when it first speaks. */
export const acceptPromotionHandler =
  ({ store, lockStoreLogs, settle, disconnect }: PromotionDeps): Handler<typeof endpoint> =>
  async ({ body }) => {
    const { password, next } = body
    const taken = await store.system.write(async (scope) => {
      const place = await lockStoreForBox(scope, { store, lockStoreLogs }, body.storeId.toLowerCase())
      if (!place) return NOBODY
      const [storeId, hash] = [place.id, hashSecret(next.password)]
      const current = await credentialHash(scope, storeId)
      // The answer to the same question was lost.
      if (current === null) return NOBODY
      if (isSameSecret(current, hash) && (await wasReplaced(scope, storeId, hashSecret(password)))) return { storeId }
      if (!matchesHash(password, current)) return NOBODY
      const at = { storeId, accountId: place.accountId, vendorId: place.vendorId }
      await replaceBox(scope, at)
      await setCredential(scope, storeId, hash)
      await settle(scope, at, next.epoch)
      return { storeId }
    })
    if ("refused" in taken) return taken
    disconnect(taken.storeId)
    return { status: 200, data: taken }
  }
