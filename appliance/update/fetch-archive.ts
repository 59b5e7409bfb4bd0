/** Fetches a release's archive into the spool: goes on where it was cut off, and is there under its name only when it is what was signed. */
import { createHash } from "node:crypto"
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs"
import { dirname } from "node:path"
import type { UpdateManifest } from "../../protocol/rules/update-manifest.ts"
import { checkRoom, type FreeBytes } from "../../protocol/runtime/free-room.ts"
import { syncFile } from "../../protocol/runtime/sync-file.ts"

/** So long without a byte, and the line is given up until the next try. */
const SILENCE_MS = 30_000
const PARTIAL_CONTENT = 206
/** The updater copies the archive and unpacks it, mostly on the same disk. */
const UNPACKED_TIMES = 5

export type Archive = Pick<UpdateManifest, "sha256" | "size">

export interface Fetching {
  readonly signal: AbortSignal
  readonly freeBytes?: FreeBytes | undefined
}

/** Rejects when the line breaks, keeping what came, and where there is no room; throws away what is not what was signed. */
export async function fetchArchive(
  url: string,
  path: string,
  archive: Archive,
  { signal, freeBytes }: Fetching,
): Promise<void> {
  const partial = `${path}.partial`
  mkdirSync(dirname(path), { recursive: true })
  if (sizeOf(partial) > archive.size) rmSync(partial)
  const missing = Math.max(0, archive.size - sizeOf(partial))
  checkRoom(dirname(path), missing + archive.size * UNPACKED_TIMES, freeBytes)
  if (missing > 0) await append(url, partial, archive, signal)
  if (sizeOf(partial) < archive.size) throw new Error("the line broke; what came is kept")
  const sha256 = await hashOf(partial)
  if (sizeOf(partial) !== archive.size || sha256 !== archive.sha256) {
    rmSync(partial, { force: true })
    throw new Error("the archive is not the one that was signed")
  }
  syncFile(partial)
  renameSync(partial, path)
}

async function append(url: string, partial: string, { size }: Archive, signal: AbortSignal): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error("the line went silent")), SILENCE_MS)
  const had = sizeOf(partial)
  try {
    const answer = await fetch(url, {
      headers: had > 0 ? { range: `bytes=${had}-` } : {},
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!answer.ok || !answer.body) throw new Error(`the archive's address answers ${answer.status}`)
    const goesOn = answer.status === PARTIAL_CONTENT
    const file = openSync(partial, goesOn ? "a" : "w")
    try {
      let written = goesOn ? had : 0
      for await (const bytes of answer.body) {
        timer.refresh()
        written += bytes.length
        if (written > size) throw new Error("the archive is larger than the manifest says")
        writeSync(file, bytes)
      }
    } finally {
      closeSync(file)
    }
  } finally {
    clearTimeout(timer)
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256")
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest("hex")
}
