/** Decides whether an offered version is accepted: its signature by this box's keys, then its age, its order and its ring. */
import { readFileSync } from "node:fs"
import type { UpdateOffer } from "../../../protocol/http/updates.ts"
import { readManifest } from "../../../protocol/rules/updates/update-manifest.ts"
import { countsAsSeen, verifyManifest } from "../../../protocol/rules/updates/update-rules.ts"
import { isSignedBy, type ReleaseKey, readReleaseKeys } from "../../../runtime/release-keys.ts"
import type { BoxTx } from "../../storage/index.ts"
import type { UpdateNote } from "./update-notes-store.ts"
import { readUpdater } from "./updater-state.ts"

export const CLOCK_IS_WRONG = "the clock of this box is wrong: the version was signed more than a day ahead of it"

interface VerifyOfferInput {
  readonly version: string
  readonly platform: string
  /** The file with the public keys. */
  readonly keys: string | null
  readonly updaterState: string
}

export interface Offered {
  readonly offer: UpdateOffer
  readonly ring: string | null
  readonly note: UpdateNote
}

/** The notes to save about it. */
export function verifyOffer(
  { now }: BoxTx,
  parts: VerifyOfferInput,
  { offer, ring, note }: Offered,
): Partial<UpdateNote> {
  const bad = (because: "KEYS" | "SIGNATURE", message: string) => ({
    verdict: { do: "refuse", because, message } as const,
    version: null,
  })
  const pinned = readPinned(parts.keys ?? "")
  if ("fault" in pinned) return bad("KEYS", pinned.fault)
  if (!isSignedBy(offer, pinned.keys)) return bad("SIGNATURE", "no pinned key has signed it")
  const manifest = readManifest(offer.manifest)
  if ("fault" in manifest) return bad("SIGNATURE", `the manifest ${manifest.fault}`)
  const failed = (readUpdater(parts.updaterState)?.failed ?? []).map(({ version }) => version)
  const { seenIssuedAt } = note
  const known = { running: parts.version, platform: parts.platform, ring, seenIssuedAt, failed }
  const verdict = verifyManifest(manifest, known, now)
  const seen = countsAsSeen(verdict) && { seenIssuedAt: manifest.issuedAt, seenExpiresAt: manifest.expiresAt }
  return { verdict, version: manifest.version, ...seen }
}

/** People edit this file. A fault in it is shown on the page and stops nothing else. */
function readPinned(file: string): { readonly keys: readonly ReleaseKey[] } | { readonly fault: string } {
  try {
    return { keys: readReleaseKeys(readFileSync(file, "utf8")) }
  } catch (error) {
    return { fault: `${file} cannot be read: ${(error as Error).message}` }
  }
}

/** The text for a person who puts in a version by hand. */
export function rejectionText(verdict: UpdateNote["verdict"] | undefined): string {
  if (verdict?.do === "refuse") return verdict.message
  return verdict?.do === "wait" && verdict.because === "CURRENT" ? "this version runs already" : CLOCK_IS_WRONG
}
