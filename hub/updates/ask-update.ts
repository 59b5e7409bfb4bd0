/** Answers a box with the newest version that is signed for its store's ring. The box judges it; the hub only passes on. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import { type askUpdate as endpoint, RING_DEFAULT, type UpdateOffer } from "../../protocol/http/updates.ts"
import { refuse } from "../../protocol/refusals.ts"
import { compareVersions, readManifest } from "../../protocol/rules/update-manifest.ts"
import { authenticateBox } from "../fleet/index.ts"
import type { HubStore } from "../storage/index.ts"
import { type Offer, readOffers, ringOf } from "./offers-store.ts"

export const askUpdateHandler =
  ({ store }: { readonly store: HubStore }): Handler<typeof endpoint> =>
  async ({ body }) => {
    const storeId = body.storeId.toLowerCase()
    if (!(await authenticateBox(store, { storeId, password: body.password })))
      return refuse("NOT_FOUND", "No box has this credential.")
    const { ring, offers } = await store.system.read(async (scope) => ({
      ring: (await ringOf(scope, storeId)) ?? RING_DEFAULT,
      offers: await readOffers(scope),
    }))
    return { status: 200, data: { ring, offer: newestFor(offers, { ring, platform: body.platform }) } }
  }

/** What runs there already is offered too: a fresh manifest says that nothing newer is held back. */
function newestFor(offers: readonly Offer[], wish: { ring: string; platform: string }): UpdateOffer | null {
  const [newest] = offers
    .filter(({ platform, manifest }) => platform === wish.platform && ringsIn(manifest).includes(wish.ring))
    .sort((a, b) => compareVersions(b.version, a.version))
  if (!newest) return null
  const { manifest, keyId, signature, url } = newest
  return { manifest, keyId, signature, url }
}

function ringsIn(text: string): readonly string[] {
  const manifest = readManifest(text)
  return "fault" in manifest ? [] : manifest.rings
}
