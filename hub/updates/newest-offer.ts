/** Chooses the published version that a ring gets. */
import { compareVersions, readManifest } from "../../protocol/rules/updates/update-manifest.ts"
import type { Offer } from "./offers-store.ts"

interface OfferQuery {
  readonly ring: string
  /** Null: any machine. */
  readonly platform: string | null
  /** At most this version: the running one, when newer ones are halted. */
  readonly upTo: string | null
}

export function newestFor(offers: readonly Offer[], { ring, platform, upTo }: OfferQuery): Offer | null {
  const [newest] = offers
    .filter((offer) => platform === null || offer.platform === platform)
    .filter(({ version }) => upTo === null || compareVersions(version, upTo) <= 0)
    .filter(({ manifest }) => ringsIn(manifest).includes(ring))
    .sort((a, b) => compareVersions(b.version, a.version))
  return newest ?? null
}

export function ringsIn(text: string): readonly string[] {
  const manifest = readManifest(text)
  return "fault" in manifest ? [] : manifest.rings
}
