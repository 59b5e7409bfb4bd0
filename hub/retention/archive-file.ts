/**
 * The archive file of a month: gzipped lines of JSON. The first line describes the file; the last has the number and the hash of the lines between.
 */
import { createHash } from "node:crypto"
import { once } from "node:events"
import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { createInterface } from "node:readline"
import { finished } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { syncFile } from "../../runtime/sync-file.ts"
import type { ArchivedOrder } from "./archive-store.ts"

const FORMAT = "brasa orders"
const VERSION = 1

/** A fault that an operator can correct, in one line. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused"
}

interface ArchiveHead {
  readonly accountId: string
  readonly vendorId: string
  readonly month: string
  readonly part: number
  readonly writtenAt: string
}

export interface ArchiveCounts {
  readonly orders: number
  readonly corrections: number
  readonly aliases: number
  /** Hash of all lines before the last, including their line ends. */
  readonly sha256: string
}

interface ArchiveWriter {
  add(orders: readonly ArchivedOrder[]): Promise<void>
  /** Resolves when the file is complete, on disk and has its final name. */
  end(): Promise<ArchiveCounts>
  abandon(): void
}

export function openArchive(path: string, head: ArchiveHead): ArchiveWriter {
  const making = `${path}.making`
  const zip = createGzip()
  const file = zip.pipe(createWriteStream(making))
  const written = finished(file)
  written.catch(() => {})
  const hash = createHash("sha256")
  const counts = { orders: 0, corrections: 0, aliases: 0 }
  const say = async (value: unknown, isCounted = true) => {
    const line = `${JSON.stringify(value)}\n`
    if (isCounted) hash.update(line)
    if (!zip.write(line)) await Promise.race([once(zip, "drain"), written])
  }
  const begun = say({ archive: FORMAT, version: VERSION, ...head })
  return {
    async add(orders) {
      await begun
      for (const order of orders) {
        await say(order)
        counts.orders += 1
        counts.corrections += order.corrections.length
        counts.aliases += order.aliases.length
      }
    },
    async end() {
      await begun
      const ended = { ...counts, sha256: hash.digest("hex") }
      await say({ end: ended }, false)
      zip.end()
      await written
      syncFile(making)
      renameSync(making, path)
      syncFile(dirname(path))
      return ended
    },
    abandon() {
      zip.destroy()
      file.destroy()
      rmSync(making, { force: true })
    },
  }
}

export interface Checked {
  readonly head: ArchiveHead
  readonly counts: ArchiveCounts
}

/**
 * Reads a whole file and checks it against its last line. Throws `ArchiveRefused`. `onOrder` is called for each order before the check is complete.
 */
export async function readArchive(
  path: string,
  onOrder: (order: ArchivedOrder) => Promise<void> | void = () => {},
): Promise<Checked> {
  const hash = createHash("sha256")
  const counts = { orders: 0, corrections: 0, aliases: 0 }
  let head: (ArchiveHead & { archive?: unknown; version?: unknown }) | null = null
  let end: ArchiveCounts | null = null
  for await (const line of linesOf(path)) {
    if (end !== null) throw new ArchiveRefused(`${path}: there is more after its last line`)
    const value = parse(path, line)
    if ("end" in value) {
      end = value.end as ArchiveCounts
      continue
    }
    hash.update(`${line}\n`)
    if (head === null) {
      head = value as unknown as ArchiveHead
      if (head.archive !== FORMAT) throw new ArchiveRefused(`${path} is no archive of orders`)
      if (head.version !== VERSION) throw new ArchiveRefused(`${path} is of a format that this program does not know`)
      continue
    }
    const order = value as unknown as ArchivedOrder
    counts.orders += 1
    counts.corrections += order.corrections.length
    counts.aliases += order.aliases.length
    await onOrder(order)
  }
  if (head === null || end === null) throw new ArchiveRefused(`${path} is cut off`)
  const found = { ...counts, sha256: hash.digest("hex") }
  const differs = (Object.keys(found) as (keyof ArchiveCounts)[]).find((name) => found[name] !== end?.[name])
  if (differs)
    throw new ArchiveRefused(`${path}: ${differs} is ${found[differs]}, and its last line says ${end[differs]}`)
  return { head, counts: found }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const unzipped = createReadStream(path)
    .on("error", (error) => unzipped.destroy(error))
    .pipe(createGunzip())
  try {
    for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })) yield line
    await finished(unzipped)
  } catch (error) {
    throw error instanceof ArchiveRefused ? error : new ArchiveRefused(`${path}: ${(error as Error).message}`)
  }
}

function parse(path: string, line: string): Record<string, unknown> {
  try {
    return JSON.parse(line)
  } catch {
    throw new ArchiveRefused(`${path}: a line is no JSON`)
  }
}
