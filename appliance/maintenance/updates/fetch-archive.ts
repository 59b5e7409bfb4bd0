/** Downloads a release's archive into the spool. It continues after an interruption, and gets its final name only when its digest is the signed one. */
import { createHash } from "node:crypto"
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import type { UpdateManifest } from "../../../protocol/rules/updates/update-manifest.ts"
import { checkRoom, type FreeBytes } from "../../../runtime/free-disk-space.ts"
import { syncFile } from "../../../runtime/sync-file.ts"

/** After this time without a byte, the download is given up until the next attempt. */
const SILENCE_MS = 30_000
const PARTIAL_CONTENT = 206
const RANGE_NOT_SATISFIABLE = 416
/** The updater copies and unpacks the archive, mostly on the same disk. */
const UNPACKED_TIMES = 5
const PARTIAL = ".partial"
/** Part of the file name, so that no archive continues another one. */
const HASH_IN_NAME = 12

type Archive = Pick<UpdateManifest, "sha256" | "size">

interface FetchArchiveInput {
  readonly signal: AbortSignal
  readonly freeBytes?: FreeBytes | undefined
}

/** The archive at the address is not the signed one, so a repeat does not help. */
export class OtherArchive extends Error {
  override readonly name = "OtherArchive"
}

/** Rejects when the connection breaks, and keeps what has arrived; with `NoRoom`; with `OtherArchive`, and keeps nothing. */
export async function fetchArchive(
  url: string,
  path: string,
  archive: Archive,
  { signal, freeBytes }: FetchArchiveInput,
): Promise<void> {
  const partial = `${path}.${archive.sha256.slice(0, HASH_IN_NAME)}${PARTIAL}`
  mkdirSync(dirname(path), { recursive: true })
  dropOtherPartials(partial)
  if (sizeOf(partial) > archive.size) rmSync(partial)
  const had = sizeOf(partial)
  checkRoom(dirname(path), archive.size - had + archive.size * UNPACKED_TIMES, freeBytes)
  if (had < archive.size) await append(url, partial, archive, signal)
  if (sizeOf(partial) < archive.size) throw new Error("the line broke; what came is kept")
  if ((await hashOf(partial)) !== archive.sha256) {
    rmSync(partial, { force: true })
    // The two parts may be of two archives, if the file was replaced meanwhile.
    if (had > 0) throw new Error("what came in parts is not what was signed; it is fetched from its beginning")
    throw new OtherArchive("the archive at its address is not the one that was signed")
  }
  syncFile(partial)
  renameSync(partial, path)
}

/** Removes partial downloads of other versions. */
function dropOtherPartials(partial: string): void {
  const dir = dirname(partial)
  const others = readdirSync(dir).filter((name) => name.endsWith(PARTIAL) && name !== basename(partial))
  for (const name of others) rmSync(join(dir, name), { force: true })
}

async function append(url: string, partial: string, { size }: Archive, signal: AbortSignal): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error("the line went silent")), SILENCE_MS)
  const had = sizeOf(partial)
  try {
    const answer = await fetch(url, {
      // A server that compresses the archive again would change its length.
      headers: { "accept-encoding": "identity", ...(had > 0 && { range: `bytes=${had}-` }) },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (answer.status === RANGE_NOT_SATISFIABLE) {
      rmSync(partial, { force: true })
      throw new Error("the archive at its address ends before what came of it; it is fetched from its beginning")
    }
    if (!answer.ok || !answer.body) throw new Error(`the archive's address answers ${answer.status}`)
    checkSize(answer, size, partial)
    const goesOn = answer.status === PARTIAL_CONTENT
    const file = openSync(partial, goesOn ? "a" : "w")
    try {
      let written = goesOn ? had : 0
      for await (const bytes of answer.body) {
        timer.refresh()
        written += bytes.length
        if (written > size) throw new OtherArchive("the archive at its address is larger than the one that was signed")
        writeSync(file, bytes)
      }
    } finally {
      closeSync(file)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Checked before the download: an archive of another length is another archive. */
function checkSize({ status, headers }: Response, size: number, partial: string): void {
  const said = status === PARTIAL_CONTENT ? headers.get("content-range")?.split("/")[1] : headers.get("content-length")
  if (!/^\d+$/.test(said ?? "") || Number(said) === size) return
  rmSync(partial, { force: true })
  throw new OtherArchive(`the archive at its address has ${said} bytes, the one that was signed ${size}`)
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256")
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest("hex")
}
