/** Whether and when a box installs an offered version. The box and its updater both apply these rules. */
import { localTime, toMs } from "../../time.ts"
import { type Hours, openingsBetween } from "../business-day/operating-hours.ts"
import { compareVersions, type UpdateManifest } from "./update-manifest.ts"

/** A manifest issued further in the future waits until the box's clock is right. */
const AHEAD_MAX_MS = 24 * 3_600_000
/** Least time between the start of an update and the store's opening: the updater may need it to go back. */
export const BEFORE_OPENING_MS = 15 * 60_000
/** Local hours in which a store that never closes is updated. */
const NIGHT = { from: 3, to: 5 }
const DAY_MS = 86_400_000

export type UpdateRefusal =
  | "OTHER_PLATFORM"
  | "EXPIRED"
  | "SUPERSEDED"
  | "OLDER_VERSION"
  | "TOO_OLD_TO_JUMP"
  | "FAILED_HERE"

export type UpdateVerdict =
  | { readonly do: "take" }
  | { readonly do: "wait"; readonly because: "CURRENT" | "RING" | "CLOCK" }
  | { readonly do: "refuse"; readonly because: UpdateRefusal; readonly message: string }

export interface KnownVersions {
  readonly running: string
  readonly platform: string
  /** The store's update ring; null skips the check, as in the updater: rings stage a rollout, they do not protect. */
  readonly ring: string | null
  /** `issuedAt` of the newest manifest accepted so far. */
  readonly seenIssuedAt: string | null
  /** Versions that were installed here and rolled back. */
  readonly failed: readonly string[]
}

/**
 * Decides about a manifest whose signature is valid. An attacker who holds messages back cannot make a box install an old version:
 * versions and manifests only go up, and each manifest expires.
 */
export function verifyManifest(manifest: UpdateManifest, known: KnownVersions, now: string): UpdateVerdict {
  const { version, platform, minVersion, rings, issuedAt, expiresAt } = manifest
  if (platform !== known.platform)
    return refuseUpdate("OTHER_PLATFORM", `it is for ${platform}, this is ${known.platform}`)
  if (toMs(issuedAt) - toMs(now) > AHEAD_MAX_MS) return { do: "wait", because: "CLOCK" }
  if (expiresAt <= now) return refuseUpdate("EXPIRED", `it was good until ${expiresAt}`)
  if (known.seenIssuedAt !== null && issuedAt < known.seenIssuedAt)
    return refuseUpdate("SUPERSEDED", `it is of ${issuedAt}, and one of ${known.seenIssuedAt} was here`)
  const difference = compareVersions(version, known.running)
  if (difference < 0) return refuseUpdate("OLDER_VERSION", `it is ${version}, and ${known.running} runs here`)
  if (difference === 0) return { do: "wait", because: "CURRENT" }
  if (compareVersions(known.running, minVersion) < 0)
    return refuseUpdate("TOO_OLD_TO_JUMP", `it needs ${minVersion} first, and ${known.running} runs here`)
  if (known.failed.includes(version)) return refuseUpdate("FAILED_HERE", `${version} was tried here and did not stay`)
  if (known.ring !== null && !rings.includes(known.ring)) return { do: "wait", because: "RING" }
  return { do: "take" }
}

/** Whether the manifest may update `seenIssuedAt`. One that was refused for its age or platform may not. */
export function countsAsSeen(verdict: UpdateVerdict): boolean {
  if (verdict.do === "take") return true
  return !["OTHER_PLATFORM", "EXPIRED", "SUPERSEDED", "CLOCK"].includes(verdict.because)
}

function refuseUpdate(because: UpdateRefusal, message: string): UpdateVerdict {
  return { do: "refuse", because, message }
}

export interface BusyFacts {
  readonly openOrders: number
  readonly waitingPrints: number
  /** Tenders and charges with an unknown outcome. */
  readonly paymentsInDoubt: number
}

export type PostponeReason = "OPEN_ORDERS" | "SPOOL" | "PAYMENTS" | "HOURS"

/** Why an update must not begin now; empty when it may. A manager's request overrides only the hours. */
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

/** Whether the store is closed and stays closed for BEFORE_OPENING_MS. A store that never closes is quiet at NIGHT. */
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
