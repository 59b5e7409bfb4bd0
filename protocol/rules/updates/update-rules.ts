/** Whether a box takes a version that it is offered, and when: the same verdict at the box and at the updater beside it. */
import { localTime, toMs } from "../../time.ts"
import { type Hours, openingsBetween } from "../business-day/operating-hours.ts"
import { compareVersions, type UpdateManifest } from "./update-manifest.ts"

/** Clocks differ; a manifest from further ahead waits until the clock is right. */
const AHEAD_MAX_MS = 24 * 3_600_000
/** A store opens no sooner than that after an update begins: the updater may need it to look at the new version and go back. */
export const BEFORE_OPENING_MS = 15 * 60_000
/** When a store that never closes is least busy: from 03:00 to 05:00 by its own clock. */
const NIGHT = { from: 3, to: 5 }
const DAY_MS = 86_400_000

export type Refused = "OTHER_PLATFORM" | "EXPIRED" | "SUPERSEDED" | "OLDER_VERSION" | "TOO_OLD_TO_JUMP" | "FAILED_HERE"

export type Verdict =
  | { readonly do: "take" }
  | { readonly do: "wait"; readonly because: "CURRENT" | "RING" | "CLOCK" }
  | { readonly do: "refuse"; readonly because: Refused; readonly message: string }

export interface KnownVersions {
  readonly running: string
  readonly platform: string
  /** The ring of the store; null where nobody is asked, as in the updater: rings stage, they protect nothing. */
  readonly ring: string | null
  /** When the newest manifest that was believed so far was issued. */
  readonly seenIssuedAt: string | null
  /** Versions that were tried here and did not stay. */
  readonly failed: readonly string[]
}

/**
 * `manifest` has been read and its signature holds. Whoever can hold messages back can offer what is old, but not make a box believe it:
 * versions only rise, manifests too, and each ends by itself.
 */
export function verifyManifest(manifest: UpdateManifest, known: KnownVersions, now: string): Verdict {
  const { version, platform, minVersion, rings, issuedAt, expiresAt } = manifest
  if (platform !== known.platform) return refuse("OTHER_PLATFORM", `it is for ${platform}, this is ${known.platform}`)
  if (toMs(issuedAt) - toMs(now) > AHEAD_MAX_MS) return { do: "wait", because: "CLOCK" }
  if (expiresAt <= now) return refuse("EXPIRED", `it was good until ${expiresAt}`)
  if (known.seenIssuedAt !== null && issuedAt < known.seenIssuedAt)
    return refuse("SUPERSEDED", `it is of ${issuedAt}, and one of ${known.seenIssuedAt} was here`)
  const difference = compareVersions(version, known.running)
  if (difference < 0) return refuse("OLDER_VERSION", `it is ${version}, and ${known.running} runs here`)
  if (difference === 0) return { do: "wait", because: "CURRENT" }
  if (compareVersions(known.running, minVersion) < 0)
    return refuse("TOO_OLD_TO_JUMP", `it needs ${minVersion} first, and ${known.running} runs here`)
  if (known.failed.includes(version)) return refuse("FAILED_HERE", `${version} was tried here and did not stay`)
  if (known.ring !== null && !rings.includes(known.ring)) return { do: "wait", because: "RING" }
  return { do: "take" }
}

/** Whether this manifest may move what a box has seen: one that was refused for its age must not. */
export function countsAsSeen(verdict: Verdict): boolean {
  if (verdict.do === "take") return true
  return !["OTHER_PLATFORM", "EXPIRED", "SUPERSEDED", "CLOCK"].includes(verdict.because)
}

function refuse(because: Refused, message: string): Verdict {
  return { do: "refuse", because, message }
}

export interface BusyFacts {
  readonly openOrders: number
  readonly waitingPrints: number
  /** Tenders and charges whose outcome nobody knows yet. */
  readonly paymentsInDoubt: number
}

export type PostponeReason = "OPEN_ORDERS" | "SPOOL" | "PAYMENTS" | "HOURS"

/** Why an update must not begin now; none when it may. A manager who says "now" overrides the hours alone. */
export function postponedBecause(
  busy: BusyFacts,
  hours: Hours,
  asked: { readonly byManager: boolean; readonly now: string },
) {
  const why: PostponeReason[] = []
  if (busy.openOrders > 0) why.push("OPEN_ORDERS")
  if (busy.waitingPrints > 0) why.push("SPOOL")
  if (busy.paymentsInDoubt > 0) why.push("PAYMENTS")
  if (!asked.byManager && !isQuiet(hours, asked.now)) why.push("HOURS")
  return why
}

/** Outside the store's hours, with time left until it opens; in the small hours where a store never closes. */
export function isQuiet(hours: Hours, now: string): boolean {
  const ms = toMs(now)
  const [opening, ...more] = openingsBetween(hours, ms, ms + DAY_MS)
  const neverCloses = more.length === 0 && opening?.from === ms && opening.to === ms + DAY_MS
  if (neverCloses) {
    const { hour } = localTime(now, hours.timeZone)
    return hour >= NIGHT.from && hour < NIGHT.to
  }
  return opening === undefined || opening.from - ms >= BEFORE_OPENING_MS
}
