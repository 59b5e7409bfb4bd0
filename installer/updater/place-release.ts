/** Installs a release's folder: copies the archive away from the box's user, checks the copy, unpacks it, and then renames the folder. */
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
import { openRegularFile } from "./read-request.ts"

const run = promisify(execFile)
const CHUNK = 1024 * 1024
const UNPACK_TIMEOUT_MS = 300_000
const INCOMING = ".incoming"
/** Needed disk space as a multiple of the archive: the copy and the unpacked files. */
const SPACE_FACTOR = 5
const MESSAGE_MAX = 200

export class NotPlaced extends Error {
  override readonly name = "NotPlaced"
}

/** Throws `NotPlaced` if the archive is not the signed release. */
export async function placeRelease(releases: string, archive: string, manifest: UpdateManifest): Promise<void> {
  const incoming = join(releases, INCOMING)
  rmSync(incoming, { recursive: true, force: true })
  assertRoom(releases, manifest)
  mkdirSync(join(incoming, manifest.version), { recursive: true, mode: 0o755 })
  const copy = join(incoming, "archive.tar.gz")
  copyChecked(archive, copy, manifest)
  await unpack(copy, join(incoming, manifest.version))
  const found = versionIn(join(incoming, manifest.version))
  if (found !== manifest.version) throw new NotPlaced(`the archive contains version ${found ?? "none"}`)
  await run("sync", ["-f", incoming], { timeout: UNPACK_TIMEOUT_MS })
  rmSync(join(releases, manifest.version), { recursive: true, force: true })
  renameSync(join(incoming, manifest.version), join(releases, manifest.version))
  syncFile(releases)
  rmSync(incoming, { recursive: true, force: true })
}

/** Checked before anything is written, because the box sells from the same disk. */
function assertRoom(releases: string, { size }: UpdateManifest): void {
  try {
    checkRoom(releases, size * SPACE_FACTOR)
  } catch (error) {
    throw error instanceof NoRoom ? new NotPlaced(error.message) : error
  }
}

/** Deletes the folders of all other versions. */
export function keepReleases(releases: string, kept: readonly string[]): void {
  const old = readdirSync(releases).filter((name) => isVersion(name) && !kept.includes(name))
  for (const name of [...old, INCOMING]) rmSync(join(releases, name), { recursive: true, force: true })
}

export function hasRelease(releases: string, version: string): boolean {
  return versionIn(join(releases, version)) === version
}

/** Hashes while copying, so that the checked bytes are the unpacked ones even if the spool changes. */
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
    if (hash.digest("hex") !== sha256) throw new NotPlaced("the archive's hash differs from the signed one")
  } finally {
    closeSync(source)
    closeSync(target)
  }
}

function openArchive(path: string): number {
  try {
    return openRegularFile(path)
  } catch (error) {
    throw new NotPlaced(
      `the archive cannot be opened: ${(error as NodeJS.ErrnoException).code ?? "not a regular file"}`,
    )
  }
}

async function unpack(archive: string, into: string): Promise<void> {
  const options = ["--no-same-owner", "--no-same-permissions", "-xzf", archive, "-C", into]
  try {
    await run("tar", options, { timeout: UNPACK_TIMEOUT_MS })
  } catch (error) {
    throw new NotPlaced(`the archive cannot be unpacked: ${(error as Error).message.slice(0, MESSAGE_MAX)}`)
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
