/** Promotes a standby box: it replaces the store's box, whose credential is invalid from this commit on (docs/contract/sync.md#identity-and-replacement). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { acceptPromotion as endpoint } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import { hashSecret, isSameSecret, matchesHash } from "../../runtime/secrets.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { credentialHash, type EnrolledStore, replaceBox, setCredential, wasReplaced } from "../tenants/index.ts"
import { lockStoreForBox } from "./lock-store.ts"

export interface PromotionDeps {
  readonly store: HubStore
  /** Assigns the store's emission points to the new box, and updates its configuration accordingly. */
  readonly settle: (scope: SystemWrite, enrolled: EnrolledStore, epoch: string) => Promise<void>
  /** Closes the connection of the previous box. */
  readonly disconnect: (storeId: string) => void
}

const WRONG_CREDENTIAL = refuse("NOT_FOUND", "No box speaks for this store with this credential.")

/** The standby continues the log of the old box, so nothing is sent again. Its epoch begins with its first message. */
export const acceptPromotionHandler =
  ({ store, settle, disconnect }: PromotionDeps): Handler<typeof endpoint> =>
  async ({ body }) => {
    const { password, next } = body
    const promoted = await store.system.write(async (scope) => {
      const place = await lockStoreForBox(scope, store, body.storeId.toLowerCase())
      if (!place) return WRONG_CREDENTIAL
      const [storeId, hash] = [place.id, hashSecret(next.password)]
      const current = await credentialHash(scope, storeId)
      if (current === null) return WRONG_CREDENTIAL
      // A retry: the answer to the first request was lost.
      if (isSameSecret(current, hash) && (await wasReplaced(scope, storeId, hashSecret(password)))) return { storeId }
      if (!matchesHash(password, current)) return WRONG_CREDENTIAL
      const at = { storeId, accountId: place.accountId, vendorId: place.vendorId }
      await replaceBox(scope, at)
      await setCredential(scope, storeId, hash)
      await settle(scope, at, next.epoch)
      return { storeId }
    })
    if ("refused" in promoted) return promoted
    disconnect(promoted.storeId)
    return { status: 200, data: promoted }
  }
