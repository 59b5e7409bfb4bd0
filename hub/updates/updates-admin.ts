/** The operator's actions on updates: publish a signed version, withdraw one, put stores into rings. */
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { RING_PATTERN, readManifest, type UpdateManifest } from "../../protocol/rules/updates/update-manifest.ts"
import type { SignedManifest } from "../../protocol/shapes/update-manifest.ts"
import type { HubStore } from "../storage/index.ts"
import { countRings, knownStores, type Offer, readOffers, removeOffer, saveOffer, setRing } from "./offers-store.ts"

export interface UpdatesAdmin {
  publish(signed: SignedManifest, url: string): Promise<UpdateManifest | Refusal>
  withdraw(version: string): Promise<true | Refusal>
  list(): Promise<{ offers: Offer[]; rings: { ring: string; stores: number }[] }>
  /** Moves all of them or none. */
  putIntoRing(storeIds: readonly string[], ring: string): Promise<true | Refusal>
}

export function createUpdatesAdmin({ store }: { readonly store: HubStore }): UpdatesAdmin {
  return {
    async publish(signed, url) {
      const manifest = readManifest(signed.manifest)
      if ("fault" in manifest) return refuse("VALIDATION_ERROR", `The manifest ${manifest.fault}.`)
      if (!/^https?:\/\//.test(url)) return refuse("VALIDATION_ERROR", "The archive's address must be http(s)://….")
      const { version, platform } = manifest
      await store.system.write((scope) => saveOffer(scope, { ...signed, version, platform, url }))
      return manifest
    },
    async withdraw(version) {
      const gone = await store.system.write((scope) => removeOffer(scope, version))
      return gone || refuse("NOT_FOUND", `Version ${version} is not published.`)
    },
    list: () =>
      store.system.read(async (scope) => ({ offers: await readOffers(scope), rings: await countRings(scope) })),
    async putIntoRing(storeIds, ring) {
      if (!new RegExp(RING_PATTERN).test(ring))
        return refuse("VALIDATION_ERROR", "A ring is lower case letters, digits and dashes, at most 20.")
      return store.system.write(async (scope) => {
        const known = await knownStores(scope, storeIds)
        const stranger = storeIds.find((id) => !known.has(id))
        if (stranger !== undefined) return refuse("NOT_FOUND", `There is no store ${stranger}.`)
        for (const id of storeIds) await setRing(scope, id, ring)
        return true as const
      })
    },
  }
}
