/** Runs the updater here to its end, or as a process until it dies after a step; and asks it for a version as a box does. */
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { build } from "esbuild"
import { runUpdate } from "../../installer/updater/run-update.ts"
import { manifestText, type UpdateManifest } from "../../protocol/rules/updates/update-manifest.ts"
import { createReleaseKeys, signManifest } from "../../runtime/release-keys.ts"
import { productRoot } from "../../runtime/root.ts"
import { runWatched } from "../kit/watched-process.ts"
import { type Layout, updaterParts } from "./updater-parts.ts"

export const KEYS = createReleaseKeys()
export const PLATFORM = `${process.platform}-${process.arch}`
const HOUR_MS = 3_600_000

/** The updater in one file, as it is installed. */
export async function bundleUpdater(dir: string): Promise<string> {
  const outfile = join(dir, "updater.mjs")
  const entry = join(productRoot(), "test/installer/updater-process.ts")
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", logLevel: "warning" })
  return outfile
}

/** Answers the steps it took. */
export async function runThrough(layout: Layout): Promise<string[]> {
  const steps: string[] = []
  await runUpdate({ ...updaterParts(layout), print: (step) => void steps.push(step) })
  return steps
}

/** The same, killed right after a step. */
export async function runUntil(updater: string, layout: Layout, dieAfter: string): Promise<string[]> {
  const words = [updater, JSON.stringify(layout), dieAfter]
  const { code, signal, out, err } = await runWatched(process.execPath, words)
  if (code !== 0 && signal !== "SIGKILL") throw new Error(err || `the updater ended with ${code}`)
  return out.split("\n").filter(Boolean)
}

export interface UpdaterOptions {
  readonly manifest?: Partial<UpdateManifest>
  readonly privatePem?: string
  /** Of the archive's bytes, after they were signed. */
  readonly spoil?: (bytes: Buffer) => Buffer
}

/** The archive lies in the spool; the request appears beside it. */
export function writeRequestFor(archive: string, version: string, options: UpdaterOptions = {}): void {
  const bytes = readFileSync(archive)
  const text = manifestText({ ...manifestOf(version, bytes), ...options.manifest })
  if (options.spoil) writeFileSync(archive, options.spoil(bytes))
  const signed = signManifest(text, options.privatePem ?? KEYS.privatePem)
  mkdirSync(dirname(archive), { recursive: true })
  writeFileSync(
    join(dirname(archive), "request.json"),
    JSON.stringify({ signed, archive: basename(archive), askedAt: crypto.randomUUID() }),
  )
}

export function manifestOf(version: string, bytes: Buffer): UpdateManifest {
  return {
    format: 1,
    product: "brasa",
    version,
    platform: PLATFORM,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    size: bytes.length,
    minVersion: "1.0.0",
    rings: ["all"],
    issuedAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
  }
}
