/** `brasa appliance update`: shows the state of updates, installs one at once, or adds one from a file. */
import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { readManifest } from "../../protocol/rules/updates/update-manifest.ts"
import { SignedManifest } from "../../protocol/shapes/update-manifest.ts"
import { systemClock } from "../../runtime/clock.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags } from "../../runtime/flags.ts"
import { createIds } from "../../runtime/ids.ts"
import { createLog } from "../../runtime/log.ts"
import { createValidator } from "../../runtime/validate.ts"
import { createRecordAudit } from "../audit/index.ts"
import { buildUpdates } from "../composition/updates.ts"
import { APPLIANCE_FLAGS } from "../config.ts"
import { archivePath, type Updates } from "../maintenance/updates/index.ts"
import { createBoxStore } from "../storage/index.ts"
import { createOutbox } from "../sync/index.ts"
import { openDatabase } from "./open-database.ts"

const DATABASE_FILE = "box.db"

const FLAGS = {
  data: APPLIANCE_FLAGS.data,
  releaseKeys: APPLIANCE_FLAGS.releaseKeys,
  updaterState: APPLIANCE_FLAGS.updaterState,
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa appliance update [status | now | put MANIFEST ARCHIVE] [options]",
  about:
    "status: shows the state of updates. now: installs the waiting version without waiting for closing time. put: adds a signed version from a file, for a box without internet.",
  flags: FLAGS,
  words: 3,
} satisfies Command<typeof FLAGS>

/** The box may keep running: it reads the change within half a minute. */
export async function runUpdate(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { settings, words, help } = readFlags(COMMAND, argv, env)
  if (help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const path = join(settings.data, DATABASE_FILE)
  if (!existsSync(path)) throw new BadFlags([`there is no box in ${settings.data}; set its directory with --data`])
  const db = openDatabase(path)
  try {
    const store = createBoxStore(db, systemClock)
    const ids = createIds({ clock: systemClock })
    const updates = buildUpdates({
      config: { ...settings, hub: null },
      store,
      clock: systemClock,
      log: createLog({ level: "silent" }),
      credentials: { read: () => null },
      printing: { status: () => [] },
      record: createRecordAudit({ ids, outbox: createOutbox({ ids, nudge: () => undefined }) }),
    })
    const [verb = "status", manifest = "", archive = ""] = words
    if (verb === "now")
      return printResult(store.write((tx) => updates.now(tx)) ? null : "no new version is waiting on this box")
    if (verb === "put")
      return printResult(store.write((tx) => updates.put(tx, readUpdateFiles(settings.data, manifest, archive))))
    if (verb !== "status") throw new BadFlags([`${verb}: must be status, now or put; see --help`])
    process.stdout.write(`${statusLines(store.read((tx) => updates.read(tx))).join("\n")}\n`)
    return 0
  } finally {
    db.close()
  }
}

function printResult(fault: string | null): number {
  if (fault === null) process.stdout.write("done: the running box continues from here\n")
  else process.stderr.write(`brasa appliance update: ${fault}\n`)
  return fault === null ? 0 : 2
}

/** Reads manifest and archive, and checks the hash for a quick answer; the updater checks it again. `keep` copies the archive into the spool. */
function readUpdateFiles(
  data: string,
  manifestFile: string,
  archive: string,
): { signed: SignedManifest; keep(version: string): void } {
  for (const file of [manifestFile, archive])
    if (!isFile(file)) throw new BadFlags([`there is no file "${file}"; see --help`])
  const signed = readSigned(manifestFile)
  const manifest = readManifest(signed.manifest)
  if ("sha256" in manifest && hashOf(archive) !== manifest.sha256)
    throw new BadFlags([`${archive}: is not the archive that ${manifestFile} describes`])
  return {
    signed,
    keep(version) {
      const path = archivePath(data, version)
      mkdirSync(join(path, ".."), { recursive: true })
      copyFileSync(archive, `${path}.brought`)
      renameSync(`${path}.brought`, path)
    },
  }
}

function readSigned(file: string): SignedManifest {
  const signed = parseJson(readFileSync(file, "utf8"))
  if (createValidator().check(SignedManifest, signed).length > 0)
    throw new BadFlags([`${file}: is not a manifest written by brasa release sign`])
  return signed as SignedManifest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex")
}

function statusLines({ running, is, version, message, because, stale, last }: ReturnType<Updates["read"]>): string[] {
  const build = running === packageJson.version ? "" : ` (this program is ${packageJson.version})`
  return [
    `running ${running}${build}`,
    is === "off"
      ? "off: this box has no --release-keys"
      : `${is}${version ? `: ${version}` : ""}${message ? `: ${message}` : ""}`,
    ...because.map((why) => `waits for: ${why.toLowerCase().replaceAll("_", " ")}`),
    ...(stale ? ["the last confirmation that no newer version exists is too old"] : []),
    ...(last
      ? [`last: ${last.from} → ${last.to ?? "?"} ${last.outcome} at ${last.at}${last.why ? `: ${last.why}` : ""}`]
      : []),
  ]
}
