/** A machine to update, in a directory: release folders, link, spool and updater are real; what is sold stands in the test. */
import { execFile, execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename, join } from "node:path"
import { build } from "esbuild"
import { runUpdate } from "../../installer/updater/run-update.ts"
import { readState, type UpdaterState } from "../../installer/updater/state-file.ts"
import { manifestText, type UpdateManifest } from "../../protocol/rules/update-manifest.ts"
import { createReleaseKeys, signManifest } from "../../protocol/runtime/release-keys.ts"
import { productRoot } from "../../protocol/runtime/root.ts"
import { updaterParts } from "./updater-parts.ts"

export const KEYS = createReleaseKeys()
/** For a version that will answer; a broken one is not waited for as long. */
const GATE_MS = 20_000
const BROKEN_GATE_MS = 300
const HOUR_MS = 3_600_000

/** Looks for marks beside itself: `no-rehearsal`, `no-return`. */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0")/..
case "$*" in
  *--can-open*) [ ! -e "$here/no-return" ] ;;
  *rehearse*) [ ! -e "$here/no-rehearsal" ] || { echo "no paper came" >&2; exit 1; } ;;
esac
`

/** What the link says runs from now on. */
const START = `readlink "$1/opt/current" | sed 's|.*/||' | tr -d '\\n' > "$1/serving"\n`

export interface Machine {
  readonly dir: string
  /** The version that answers now; null while nothing does. */
  serves(): string | null
  linked(): string
  state(): UpdaterState
  /** Power comes back: the service starts as the link says. */
  boot(): void
  /** A release folder, with marks. */
  makeRelease(version: string, marks?: readonly string[]): string
  /** Packs, signs and asks. What is handed in stands in the manifest, or in the request, instead. */
  ask(version: string, wish?: Wish): void
  /** Runs the updater to its end, or to its death after a step. Answers the steps it took. */
  update(dieAfter?: string): Promise<string[]>
  close(): Promise<void>
}

export interface Wish {
  readonly marks?: readonly string[]
  readonly manifest?: Partial<UpdateManifest>
  readonly privatePem?: string
  /** Of the archive's bytes, after they were signed. */
  readonly spoil?: (bytes: Buffer) => Buffer
}

/** The updater in one file, as it is installed. */
export async function bundleUpdater(dir: string): Promise<string> {
  const outfile = join(dir, "updater.mjs")
  const entry = join(productRoot(), "test/installer/updater-process.ts")
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", logLevel: "warning" })
  return outfile
}

export async function openMachine(dir: string, updater: string): Promise<Machine> {
  const releases = join(dir, "opt", "releases")
  for (const folder of [releases, join(dir, "spool"), join(dir, "data")]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(dir, "keys.pem"), KEYS.publicPem)
  writeFileSync(join(dir, "start.sh"), START)
  const link = join(dir, "opt", "current")
  const linked = () => basename(readlinkSync(link))
  const serves = () => {
    const said = readIfThere(join(dir, "serving"))
    return said === "" || existsSync(join(releases, said, "broken")) ? null : said
  }
  const boot = () => writeFileSync(join(dir, "serving"), linked())
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ version: serves() }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const health = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const makeRelease = (version: string, marks: readonly string[] = [], at = releases) => {
    const folder = join(at, version)
    mkdirSync(join(folder, "bin"), { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version }))
    writeFileSync(join(folder, "bin", "brasa"), PROGRAM, { mode: 0o755 })
    for (const mark of marks) writeFileSync(join(folder, mark), "")
    return folder
  }
  let isBroken = false
  makeRelease("1.0.0")
  symlinkSync(join("releases", "1.0.0"), link)
  boot()
  return {
    dir,
    serves,
    linked,
    state: () => readState(join(dir, "state")),
    boot,
    makeRelease,
    ask(version, wish = {}) {
      isBroken = wish.marks?.includes("broken") ?? false
      const folder = makeRelease(version, wish.marks, join(dir, "built"))
      const archive = join(dir, "spool", "archive.tar.gz")
      execFileSync("tar", ["-czf", archive, "-C", folder, "."])
      rmSync(folder, { recursive: true })
      const bytes = readFileSync(archive)
      const text = manifestText({ ...manifestOf(version, bytes), ...wish.manifest })
      if (wish.spoil) writeFileSync(archive, wish.spoil(bytes))
      const signed = signManifest(text, wish.privatePem ?? KEYS.privatePem)
      writeFileSync(join(dir, "spool", "request.json"), JSON.stringify({ signed, archive: basename(archive) }))
    },
    update: (dieAfter) => {
      const gateMs = isBroken ? BROKEN_GATE_MS : GATE_MS
      return dieAfter ? runUntil([updater, dir, health, String(gateMs), dieAfter]) : runThrough(dir, health, gateMs)
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

export function manifestOf(version: string, bytes: Buffer, platform = "linux-x64"): UpdateManifest {
  return {
    format: 1,
    product: "brasa",
    version,
    platform,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    size: bytes.length,
    minVersion: "1.0.0",
    rings: ["all"],
    issuedAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
  }
}

/** Here, since nobody kills it. */
async function runThrough(dir: string, health: string, gateMs: number): Promise<string[]> {
  const steps: string[] = []
  await runUpdate({ ...updaterParts(dir, health, gateMs), say: (step) => void steps.push(step) })
  return steps
}

function runUntil(args: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, out, err) => {
      if (error && error.signal !== "SIGKILL") reject(new Error(err || error.message))
      else resolve(out.split("\n").filter(Boolean))
    })
  })
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}
