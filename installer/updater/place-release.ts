/** Puts a release into its folder: copies the archive out of the box's reach, checks the copy, unpacks it, and only then gives it its name. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { isVersion, type UpdateManifest } from "../../protocol/rules/updates/update-manifest.ts"
import { checkRoom, NoRoom } from "../../runtime/free-disk-space.ts"
import { syncFile } from "../../runtime/sync-file.ts"
import { openPlain } from "./read-request.ts"

const run = promisify(execFile)
const CHUNK = 1024 * 1024
const UNPACK_TIMEOUT_MS = 300_000
const INCOMING = ".incoming"
/** The copy of the archive, and what comes out of it. */
const UNPACKED_TIMES = 5
/** What a person can still read of a tool's complaint. */
const COMPLAINT_MAX = 200

export class NotPlaced extends Error {
  override readonly name = "NotPlaced"
}

/** Throws `NotPlaced` for what is not the release that was signed. */
export async function placeRelease(releases: string, archive: string, manifest: UpdateManifest): Promise<void> {
  const incoming = join(releases, INCOMING)
  rmSync(incoming, { recursive: true, force: true })
  needRoom(releases, manifest)
  mkdirSync(join(incoming, manifest.version), { recursive: true, mode: 0o755 })
  const copy = join(incoming, "archive.tar.gz")
  copyChecked(archive, copy, manifest)
  await unpack(copy, join(incoming, manifest.version))
  const said = versionIn(join(incoming, manifest.version))
  if (said !== manifest.version) throw new NotPlaced(`the archive holds version ${said ?? "none"}`)
  await run("sync", ["-f", incoming], { timeout: UNPACK_TIMEOUT_MS })
  rmSync(join(releases, manifest.version), { recursive: true, force: true })
  renameSync(join(incoming, manifest.version), join(releases, manifest.version))
  syncFile(releases)
  rmSync(incoming, { recursive: true, force: true })
}

/** Before a byte is written: the box sells from the same disk meanwhile. */
function needRoom(releases: string, { size }: UpdateManifest): void {
  try {
    checkRoom(releases, size * UNPACKED_TIMES)
  } catch (error) {
    throw error instanceof NoRoom ? new NotPlaced(error.message) : error
  }
}

/** Removes all but these. What is no version's folder is left alone. */
export function keepReleases(releases: string, kept: readonly string[]): void {
  const old = readdirSync(releases).filter((name) => isVersion(name) && !kept.includes(name))
  for (const name of [...old, INCOMING]) rmSync(join(releases, name), { recursive: true, force: true })
}

export function hasRelease(releases: string, version: string): boolean {
  return versionIn(join(releases, version)) === version
}

/** Hashed as it is copied: what is unpacked is what was checked, whoever can write to the spool. */
function copyChecked(from: string, to: string, { size, sha256 }: UpdateManifest): void {
  const source = openArchive(from)
  const target = openSync(to, "wx", 0o600)
  try {
    const hash = createHash("sha256")
    const bytes = Buffer.alloc(CHUNK)
    let copied = 0
    for (;;) {
      const read = readSync(source, bytes, 0, CHUNK, copied)
      if (read === 0) break
      copied += read
      if (copied > size) throw new NotPlaced("the archive is larger than the manifest says")
      hash.update(bytes.subarray(0, read))
      writeSync(target, bytes, 0, read)
    }
    if (copied < size) throw new NotPlaced("the archive is smaller than the manifest says")
    if (hash.digest("hex") !== sha256) throw new NotPlaced("the archive's hash is not the one that was signed")
  } finally {
    closeSync(source)
    closeSync(target)
  }
}

function openArchive(path: string): number {
  try {
    return openPlain(path)
  } catch (error) {
    throw new NotPlaced(`the archive cannot be opened: ${(error as NodeJS.ErrnoException).code ?? "no plain file"}`)
  }
}

async function unpack(archive: string, into: string): Promise<void> {
  const options = ["--no-same-owner", "--no-same-permissions", "-xzf", archive, "-C", into]
  try {
    await run("tar", options, { timeout: UNPACK_TIMEOUT_MS })
  } catch (error) {
    throw new NotPlaced(`the archive cannot be unpacked: ${(error as Error).message.slice(0, COMPLAINT_MAX)}`)
  }
}

function versionIn(folder: string): string | null {
  const file = join(folder, "package.json")
  if (!existsSync(file)) return null
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version
  } catch {
    return null
  }
}
