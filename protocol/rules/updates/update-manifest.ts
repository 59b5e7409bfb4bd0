/** Writes and reads a release manifest. Each manifest has exactly one valid text, which is what is signed. */
import { isMoment } from "../../time.ts"

export const RING_PATTERN = "^[a-z][a-z0-9-]{0,19}$"
export const VERSION_PATTERN = "^(0|[1-9]\\d{0,5})(\\.(0|[1-9]\\d{0,5})){2}$"
/** Platform and architecture as Node names them: `linux-x64`, `linux-arm64`. */
export const PLATFORM_PATTERN = "^[a-z0-9]{1,20}-[a-z0-9]{1,20}$"
export const MANIFEST_FORMAT = 1
const RINGS_MAX = 20
/** Largest archive in bytes. */
export const ARCHIVE_MAX = 2_000_000_000

export interface UpdateManifest {
  readonly format: typeof MANIFEST_FORMAT
  readonly product: "brasa"
  readonly version: string
  readonly platform: string
  /** SHA-256 of the archive in hex. */
  readonly sha256: string
  /** Size of the archive in bytes. */
  readonly size: number
  /** The oldest version that can update directly to this one. */
  readonly minVersion: string
  /** Update rings whose stores may install it now. */
  readonly rings: readonly string[]
  readonly issuedAt: string
  /** After this moment the manifest is refused, so that an old one cannot be offered for ever. */
  readonly expiresAt: string
}

/** The text that is signed: these keys, in this order, without blanks. */
export function manifestText(manifest: UpdateManifest): string {
  const { format, product, version, platform, sha256, size, minVersion, rings, issuedAt, expiresAt } = manifest
  return JSON.stringify({ format, product, version, platform, sha256, size, minVersion, rings, issuedAt, expiresAt })
}

/** Parses a manifest, or returns its fault. Another spelling of the same content is a fault too. */
export function readManifest(text: string): UpdateManifest | { readonly fault: string } {
  const said = parse(text)
  if (said === null) return { fault: "is no JSON object" }
  const wrong = Object.entries(FIELDS).find(([name, holds]) => !holds(said[name]))
  if (wrong) return { fault: `${wrong[0]} is missing or wrong` }
  const manifest = said as unknown as UpdateManifest
  if (manifestText(manifest) !== text) return { fault: "is not written the one way that is signed" }
  if (manifest.issuedAt >= manifest.expiresAt) return { fault: "expires before it was issued" }
  if (compareVersions(manifest.minVersion, manifest.version) > 0)
    return { fault: "asks for a newer version than itself" }
  return manifest
}

/** Negative, 0 or positive; `1.9.0` is older than `1.10.0`. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split(".").map(Number))
  return [0, 1, 2].map((n) => (a?.[n] ?? 0) - (b?.[n] ?? 0)).find((difference) => difference !== 0) ?? 0
}

export function isVersion(text: string): boolean {
  return new RegExp(VERSION_PATTERN).test(text)
}

const matches = (pattern: string) => (value: unknown) => typeof value === "string" && new RegExp(pattern).test(value)
const isUtcMoment = (value: unknown) => typeof value === "string" && /T.*\.\d{3}Z$/.test(value) && isMoment(value)

const FIELDS: Readonly<Record<keyof UpdateManifest, (value: unknown) => boolean>> = {
  format: (value) => value === MANIFEST_FORMAT,
  product: (value) => value === "brasa",
  version: matches(VERSION_PATTERN),
  platform: matches(PLATFORM_PATTERN),
  sha256: matches("^[0-9a-f]{64}$"),
  size: (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= ARCHIVE_MAX,
  minVersion: matches(VERSION_PATTERN),
  rings: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= RINGS_MAX && value.every(matches(RING_PATTERN)),
  issuedAt: isUtcMoment,
  expiresAt: isUtcMoment,
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === "object" && said !== null && !Array.isArray(said) ? (said as Record<string, unknown>) : null
  } catch {
    return null
  }
}
