/**
 * An append-only copy of the outbox beside the database. The sales and fiscal numbers that a damaged or older database lacks are restored
 * from it, with or without the hub (docs/contract/fiscal.md#numbers-after-a-restore).
 */
import { createHash } from "node:crypto"
import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import type { LoggedOp } from "../../protocol/sync/batch.ts"
import type { Log } from "../../runtime/log.ts"
import { makeDirectory } from "../../runtime/make-directory.ts"
import { type Header, lastHeaderIn, lineOf, NEW_LINE, numbersIn, opsIn, sealed } from "./journal-lines.ts"
import { type FileIdentity, isOwner, renewOwner } from "./journal-owner.ts"

const FILE = "journal"
const OLDER_FILE = "journal.1"
/** The journal of a database that was replaced by a new one, for a person to inspect. */
const FORMER_FILE = "journal.former"
const SEGMENT_BYTES_MAX = 32 * 1024 * 1024
/** A power cut loses at most the operations of this time. */
const SYNC_WITHIN_MS = 200
/** A restored copy that is older than this is detected also after a power cut. */
const RENEW_EVERY_MS = 60_000
const MACHINE_ID = "/etc/machine-id"

export interface Journal {
  /**
   * The operations after the one with `mark`, in order; null if the journal does not have that mark. If `mark` is null, the database has
   * no operations and the journal is read from its start.
   */
  since(mark: string | null): LoggedOp[] | null
  /** The mark of the last operation; null if there is none. */
  readonly lastMark: string | null
  /** The last number of each sequence, by its key. */
  numbers(): Record<string, number>
  /** Whether this machine has written this file last. A copy may lack later operations of its original. */
  readonly isOriginal: boolean
  /** Whether a journal exists and is a copy: of another machine or folder, or of an earlier time. */
  readonly isCopy: boolean
  /** Called before the first `append`. `isNewDatabase`: the journal belongs to another database, so only its numbers are continued. */
  start(isNewDatabase: boolean): void
  append(op: LoggedOp): void
  close(): void
}

interface JournalOptions {
  /** The data directory, and optionally one on another disk. */
  readonly folders: readonly string[]
  readonly log: Pick<Log, "warn" | "error">
  readonly segmentBytesMax?: number
}

export function openJournal({ folders, log, segmentBytesMax = SEGMENT_BYTES_MAX }: JournalOptions): Journal {
  let found = folders.map(readFolder)
  const isOriginal = found.some(isOwn)
  let writers: Writer[] = []
  let timer: NodeJS.Timeout | null = null
  let renewedAt = 0
  const renew = () => {
    renewedAt = performance.now()
    for (const writer of writers) tryWrite(() => renewOwner(writer.folder, (owner) => writeHeader(writer, owner)))
  }
  const sync = () => {
    timer = null
    if (performance.now() - renewedAt > RENEW_EVERY_MS) renew()
    for (const { handle } of writers)
      fdatasync(handle, (error) => error && log.error({ err: error }, "the journal was not synced"))
  }
  const tryWrite = <T>(write: () => T): T | null => attemptWrite(log, write)
  return {
    since: (mark) => longest(found.map((one) => opsSince(one, mark))),
    get lastMark() {
      return lastMarkOf(found[0])
    },
    numbers: () => highest(found.map(numbersIn)),
    isOriginal,
    isCopy: !isOriginal && found.some(({ header }) => header !== null),
    start(isNewDatabase) {
      if (!isNewDatabase && tryWrite(() => bringUpToDate(found))) found = folders.map(readFolder)
      writers = found.flatMap((one) => tryWrite(() => [startWriter(one, { all: found, isNewDatabase })]) ?? [])
      renew()
      // Frees the memory of the journal that was read.
      found = []
    },
    append(op) {
      const line = lineOf(op)
      for (const [index, writer] of writers.entries()) {
        tryWrite(() => {
          writeSync(writer.handle, line)
          writer.bytes += line.length
          if (writer.bytes > segmentBytesMax) writers[index] = nextSegment(writer)
        })
      }
      timer ??= setTimeout(sync, SYNC_WITHIN_MS).unref()
    },
    close() {
      if (timer) clearTimeout(timer)
      renew()
      for (const { handle } of writers) {
        fdatasyncSync(handle)
        closeSync(handle)
      }
      writers = []
    },
  }
}

/** Logs a failed write. A full or missing disk stops neither a start nor a sale, because the database has everything. */
function attemptWrite<T>(log: JournalOptions["log"], write: () => T): T | null {
  try {
    return write()
  } catch (error) {
    log.error({ err: error }, "the journal could not be written")
    return null
  }
}

interface JournalFiles {
  readonly folder: string
  /** The last header; null if there is none. */
  readonly header: Header | null
  /** The older file, then the newer one. */
  readonly segments: readonly Buffer[]
}

function readFolder(folder: string): JournalFiles {
  const path = join(folder, FILE)
  const segments = [join(folder, OLDER_FILE), path].filter(existsSync).map((file) => readFileSync(file))
  return { folder, header: existsSync(path) ? lastHeaderIn(segments.at(-1) as Buffer) : null, segments }
}

function isOwn({ folder, header }: JournalFiles): boolean {
  return header !== null && header.machine === machineId() && isOwner(folder, header.owner)
}

function opsSince({ segments }: JournalFiles, mark: string | null): LoggedOp[] | null {
  if (mark === null) return segments.length > 1 ? null : segments.flatMap((segment) => opsIn(segment))
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const segment = segments[at] as Buffer
    const found = segment.lastIndexOf(`"mark":"${mark}"`)
    if (found < 0) continue
    const end = segment.indexOf(NEW_LINE, found)
    return [segment.subarray(end < 0 ? segment.length : end + 1), ...segments.slice(at + 1)].flatMap(opsIn)
  }
  return null
}

function highest(all: readonly Record<string, number>[]): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const one of all)
    for (const [key, last] of Object.entries(one)) numbers[key] = Math.max(last, numbers[key] ?? last)
  return numbers
}

function longest(all: readonly (LoggedOp[] | null)[]): LoggedOp[] | null {
  return all.reduce((best, one) => (one && one.length > (best?.length ?? -1) ? one : best), null)
}

function lastMarkOf(found: JournalFiles | undefined): string | null {
  for (const segment of [...(found?.segments ?? [])].reverse()) {
    for (let end = segment.length; end > 0; ) {
      const start = segment.lastIndexOf(NEW_LINE, end - 2) + 1
      const [op] = opsIn(segment.subarray(start, end))
      if (op) return op.mark
      end = start
    }
  }
  return null
}

/** Replaces a journal that lacks operations by a copy of the other one. Returns whether it did. */
function bringUpToDate(found: readonly JournalFiles[]): boolean {
  if (found.length < 2 || new Set(found.map(lastMarkOf)).size === 1) return false
  const most = found.reduce((best, one) => (opsSince(one, lastMarkOf(best))?.length ? one : best))
  for (const { folder } of found.filter((one) => one !== most)) {
    for (const file of [OLDER_FILE, FILE])
      if (existsSync(join(most.folder, file))) copyFileSync(join(most.folder, file), join(folder, file))
  }
  return true
}

interface Writer {
  readonly folder: string
  readonly handle: number
  bytes: number
}

interface Starting {
  readonly all: readonly JournalFiles[]
  readonly isNewDatabase: boolean
}

/** Continues the own file. A file of another database or machine is renamed, and a new one begins. */
function startWriter(found: JournalFiles, { all, isNewDatabase }: Starting): Writer {
  const { folder } = found
  makeDirectory(folder)
  const path = join(folder, FILE)
  if (isOwn(found) && !isNewDatabase) {
    const handle = openSync(path, "a", 0o600)
    // Ends a torn last line, so that the next line is readable.
    writeSync(handle, "\n")
    return { folder, handle, bytes: fstatSync(handle).size }
  }
  if (existsSync(path)) renameSync(path, join(folder, isNewDatabase ? FORMER_FILE : OLDER_FILE))
  return beginFile(folder, highest(all.map(numbersIn)))
}

function nextSegment({ folder, handle }: Writer): Writer {
  fdatasyncSync(handle)
  closeSync(handle)
  const numbers = numbersIn(readFolder(folder))
  renameSync(join(folder, FILE), join(folder, OLDER_FILE))
  return beginFile(folder, numbers)
}

function beginFile(folder: string, numbers: Record<string, number>): Writer {
  const writer = { folder, handle: openSync(join(folder, FILE), "a", 0o600), bytes: 0 }
  renewOwner(folder, (owner) => writeHeader(writer, owner, numbers))
  return writer
}

function writeHeader(writer: Writer, owner: FileIdentity, numbers: Record<string, number> = {}): void {
  const header: Header = { owner, machine: machineId(), numbers }
  const line = sealed(JSON.stringify(header))
  writeSync(writer.handle, line)
  fdatasyncSync(writer.handle)
  writer.bytes += line.length
}

/** A hash of the machine's id, so that the journal does not disclose the id. */
function machineId(): string {
  const id = existsSync(MACHINE_ID) ? readFileSync(MACHINE_ID, "utf8").trim() : ""
  return createHash("sha256").update(`brasa journal ${id}`).digest("hex").slice(0, 32)
}
