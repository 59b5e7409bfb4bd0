/** The first box's side: hands out its database as it lies on disk, and every transaction after it, to the one box that stands by. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { Ids } from "../../runtime/ids.ts"
import type { SqliteDatabase } from "../../runtime/storage/sqlite.ts"
import { quietly } from "../storage/index.ts"
import { followWal, readWalHeader, WAL_HEADER_BYTES, type WalPosition } from "./wal.ts"

/** What one answer carries. */
export const PART_BYTES = 2 * 1024 * 1024
/** Beyond this the log is emptied without waiting for a quiet moment. */
const LOG_BYTES_MAX = 32 * 1024 * 1024

/** Where a follower stands: it has all up to `end` of that generation of the log. */
export interface Position {
  readonly generation: string
  readonly end: number
}

/** `bytes` go at `from` of the log of `generation`; `anew`: that log begins. Null: what the follower has leads nowhere, it begins again. */
export interface LogPart extends Position {
  readonly bytes: Buffer
  readonly anew: boolean
}

export interface LogShipper {
  /** From here on SQLite never empties its log by itself. */
  begin(): void
  /** Instead of SQLite's own: what the log held is remembered, so that a follower who has it all goes on with the next one. */
  emptyLog(): void
  /** At most `max` bytes: a transaction that is larger than that needs more. */
  log(position: Position, max?: number): LogPart | null
  /**
   * Makes a copy of the whole file, to be read in parts; who has it all stands at the end 0 of the generation that is called as it. Who asks
   * while one is being made gets that one.
   */
  openBase(): Promise<{ readonly baseId: string; readonly size: number }>
  /** Null where this copy is no longer kept. */
  readBase(baseId: string, offset: number): Buffer | null
  stop(): void
}

/** The end of the log that was emptied last, and so all that the file itself holds; and which log follows that one and no other. */
interface Emptied extends Position {
  readonly nextRound: number
}

/** A follower that has not asked for so long is away, and nothing waits for it. */
const AWAY_MS = 10_000
/** How long a copy may take to be fetched. */
const BASE_KEPT_MS = 15 * 60_000
/** In the name of such a copy, after the database's own. */
const BASE = ".base-"

export function createLogShipper(db: SqliteDatabase, ids: Pick<Ids, "hex12">): LogShipper {
  const wal = `${db.name}-wal`
  let begun = false
  /** Until then the log is kept for whoever fetches a copy of the file. */
  let heldUntil = 0
  let emptied: Emptied | null = null
  let asked: { readonly position: Position; readonly at: number } | null = null
  let own: WalPosition | null = null
  let base: { readonly baseId: string; readonly path: string } | null = null
  let making: ReturnType<LogShipper["openBase"]> | null = null
  dropBasesOf(db.name)
  const dropBase = () => {
    if (base) rmSync(base.path, { force: true })
    base = null
  }
  const isWaitedFor = (end: Position) => {
    if (performance.now() < heldUntil) return true
    if (asked === null || performance.now() - asked.at > AWAY_MS) return false
    const { position } = asked
    return position.generation === end.generation ? position.end < end.end : position.generation === emptied?.generation
  }
  const truncate = () => {
    // A disk that is full has no room for what is in the log; it has been kept there, and goes into the file later.
    quietly(() => void db.pragma("wal_checkpoint(TRUNCATE)"))
    return !existsSync(wal) || statSync(wal).size === 0
  }
  const emptyLog = (always = false) => {
    if (!db.open || db.inTransaction) return
    if (!begun) return void truncate()
    own = readOn(wal, own)
    if (own && !always && isWaitedFor(own)) return
    const last = own
    if (truncate() && last) emptied = { generation: last.generation, end: last.end, nextRound: last.round + 1 }
  }
  const makeBase = async () => {
    dropBase()
    heldUntil = 0
    // A write that changes nothing: only a log that there is says which one comes after it.
    db.pragma(`user_version = ${db.pragma("user_version", { simple: true })}`)
    emptyLog(true)
    if (!emptied || (existsSync(wal) && statSync(wal).size > 0)) throw new Error("the log could not be emptied")
    const baseId = ids.hex12()
    const path = `${db.name}${BASE}${baseId}`
    // Whatever is written from now on is in a log that begins after this moment, and that log is kept until the copy was fetched.
    emptied = { ...emptied, generation: baseId, end: 0 }
    heldUntil = performance.now() + BASE_KEPT_MS
    await db.backup(path)
    base = { baseId, path }
    return { baseId, size: statSync(path).size }
  }
  return {
    begin() {
      if (!begun) db.pragma("wal_autocheckpoint = 0")
      begun = true
    },
    emptyLog: () => emptyLog(),
    log(position, max = PART_BYTES) {
      if (position.generation === emptied?.generation) heldUntil = 0
      asked = { position, at: performance.now() }
      const part = readLog(wal, position, { emptied, max })
      if (part?.bytes.length === 0 && existsSync(wal) && statSync(wal).size > LOG_BYTES_MAX) emptyLog()
      return part
    },
    openBase() {
      making ??= makeBase().finally(() => {
        making = null
      })
      return making
    },
    readBase(baseId, offset) {
      if (base?.baseId !== baseId) return null
      const part = readPart(base.path, offset)
      if (offset + part.length >= statSync(base.path).size) dropBase()
      return part
    },
    stop: dropBase,
  }
}

/** Of a life before, which ended while one was made or fetched: each is as large as the database. */
function dropBasesOf(database: string): void {
  const dir = dirname(database)
  const left = readdirSync(dir).filter((name) => name.startsWith(`${basename(database)}${BASE}`))
  for (const name of left) rmSync(join(dir, name), { force: true })
}

/** The end of the last transaction in the log, from where it was known before. */
function readOn(wal: string, known: WalPosition | null): WalPosition | null {
  const header = readHeader(wal)
  let place = header && known?.generation === header.generation ? known : header
  while (place) {
    const next = followWal(place, readPart(wal, place.end))
    if (next.end === place.end) break
    place = next
  }
  return place
}

function readLog(
  wal: string,
  position: Position,
  { emptied, max }: { emptied: Emptied | null; max: number },
): LogPart | null {
  const header = readHeader(wal)
  const isAllOfBefore = emptied?.generation === position.generation && emptied.end === position.end
  if (header === null) return isAllOfBefore ? { ...position, bytes: Buffer.alloc(0), anew: false } : null
  if (header.generation === position.generation) {
    return { ...position, bytes: readPart(wal, position.end, max), anew: false }
  }
  if (!isAllOfBefore || header.round !== emptied.nextRound) return null
  return { generation: header.generation, end: 0, bytes: readPart(wal, 0, max), anew: true }
}

function readHeader(wal: string) {
  return existsSync(wal) ? readWalHeader(readPart(wal, 0, WAL_HEADER_BYTES)) : null
}

function readPart(path: string, from: number, max = PART_BYTES): Buffer {
  const file = openSync(path, "r")
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(max, fstatSync(file).size - from)))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
  } finally {
    closeSync(file)
  }
}
