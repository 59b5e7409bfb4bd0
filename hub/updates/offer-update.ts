/** Answers a box with the newest version that is signed for its store's ring. The box verifies it. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import { type queryUpdate as endpoint, RING_DEFAULT } from "../../protocol/http/updates.ts"
import { refuse } from "../../protocol/refusals.ts"
import { toMs } from "../../protocol/time.ts"
import { authenticateBox } from "../enrolment/index.ts"
import type { HubStore } from "../storage/index.ts"
import { newestFor } from "./newest-offer.ts"
import { readOffers, ringOf } from "./offers-store.ts"
import { isHalted, readRunning, saveRunning } from "./rollout-store.ts"

/** A box asks every hour. Its unchanged version is saved once a day only. */
const SAME_AGAIN_MS = 24 * 3_600_000

/** The running version is offered too, also when newer ones are halted, because a fresh manifest proves that no newer version is withheld. */
export const queryUpdateHandler =
  ({ store }: { readonly store: HubStore }): Handler<typeof endpoint> =>
  async ({ body }) => {
    const storeId = body.storeId.toLowerCase()
    const { running, platform } = body
    if (!(await authenticateBox(store, { storeId, password: body.password })))
      return refuse("NOT_FOUND", "No box has this credential.")
    const { ring, offers, halted, known, now } = await store.system.read(async (scope) => {
      const ring = (await ringOf(scope, storeId)) ?? RING_DEFAULT
      const [offers, halted] = [await readOffers(scope), await isHalted(scope, storeId, ring)]
      return { ring, offers, halted, known: await readRunning(scope, storeId), now: scope.now }
    })
    const isNews = known === null || known.version !== running || known.platform !== platform
    if (isNews || toMs(now) - toMs(known.heardAt) >= SAME_AGAIN_MS)
      await store.system.write((scope) => saveRunning(scope, { storeId, version: running, platform }))
    const newest = newestFor(offers, { ring, platform, upTo: halted ? running : null })
    if (!newest) return { status: 200, data: { ring, offer: null } }
    const { manifest, keyId, signature, url } = newest
    return { status: 200, data: { ring, offer: { manifest, keyId, signature, url } } }
  }
