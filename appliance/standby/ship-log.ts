/** The first box's side: serves its database file, and every transaction after it, to its standby. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { Ids } from "../../runtime/ids.ts"
import type { SqliteDatabase } from "../../runtime/storage/sqlite.ts"
import { quietly } from "../storage/index.ts"
import { followWal, readWalHeader, WAL_HEADER_BYTES, type WalPosition } from "./wal.ts"

/** The size of one answer. */
export const PART_BYTES = 2 * 1024 * 1024
/** A larger log is emptied without waiting for an idle moment. */
const LOG_BYTES_MAX = 32 * 1024 * 1024

/** The position of a standby: it has all up to `end` of that generation of the log. */
export interface Position {
  readonly generation: string
  readonly end: number
}

/** `bytes` belong at `from` of the log of `generation`; `anew`: that log begins. Null: the position is unknown, so the standby fetches a new copy. */
export interface LogPart extends Position {
  readonly bytes: Buffer
  readonly anew: boolean
}

export interface LogShipper {
  /** From now on SQLite does not empty its log by itself. */
  begin(): void
  /** Replaces SQLite's checkpoint. It remembers the end of the log, so that a standby that has all of it can continue with the next log. */
  emptyLog(): void
  /** At most `max` bytes; a larger transaction needs a larger `max`. */
  log(position: Position, max?: number): LogPart | null
  /**
   * Makes a copy of the whole file, to be read in parts. A standby that has all of it is at position 0 of the generation with the copy's id.
   * A call while one is being made gets that one.
   */
  openBase(): Promise<{ readonly baseId: string; readonly size: number }>
  /** Null when this copy is no longer kept. */
  readBase(baseId: string, offset: number): Buffer | null
  stop(): void
}

/** The end of the log that was emptied last, which is all in the file, and the round of the log that follows it. */
interface Emptied extends Position {
  readonly nextRound: number
}

/** A standby that has not asked for so long is away, and the log is not kept for it. */
const AWAY_MS = 10_000
/** How long a copy may take to be fetched. */
const BASE_KEPT_MS = 15 * 60_000
/** Part of the file name of such a copy, after the database's. */
const BASE = ".base-"

interface ShipperState {
  readonly db: SqliteDatabase
  readonly ids: Pick<Ids, "hex12">
  readonly wal: string
  isShipping: boolean
  /** Until then the log is kept for a standby that fetches a copy of the file. */
  keptUntil: number
  emptied: Emptied | null
  /** What a standby asked for last. */
  asked: { readonly position: Position; readonly at: number } | null
  end: WalPosition | null
  base: { readonly baseId: string; readonly path: string } | null
  making: ReturnType<LogShipper["openBase"]> | null
}

export function createLogShipper(db: SqliteDatabase, ids: Pick<Ids, "hex12">): LogShipper {
  const self: ShipperState = {
    ...{ db, ids, wal: `${db.name}-wal`, isShipping: false, keptUntil: 0 },
    ...{ emptied: null, asked: null, end: null, base: null, making: null },
  }
  dropBasesOf(db.name)
  return {
    begin() {
      if (!self.isShipping) db.pragma("wal_autocheckpoint = 0")
      self.isShipping = true
    },
    emptyLog: () => emptyLog(self),
    log(position, max = PART_BYTES) {
      const { wal, emptied } = self
      if (position.generation === emptied?.generation) self.keptUntil = 0
      self.asked = { position, at: performance.now() }
      const part = readLog(wal, position, { emptied, max })
      if (part?.bytes.length === 0 && existsSync(wal) && statSync(wal).size > LOG_BYTES_MAX) emptyLog(self)
      return part
    },
    openBase() {
      self.making ??= makeBase(self).finally(() => {
        self.making = null
      })
      return self.making
    },
    readBase(baseId, offset) {
      const { base } = self
      if (base?.baseId !== baseId) return null
      const part = readPart(base.path, offset)
      if (offset + part.length >= statSync(base.path).size) dropBase(self)
      return part
    },
    stop: () => dropBase(self),
  }
}

async function makeBase(self: ShipperState) {
  const { db, ids, wal } = self
  dropBase(self)
  self.keptUntil = 0
  // A write that changes nothing: only a log with something in it shows which one comes after it.
  db.pragma(`user_version = ${db.pragma("user_version", { simple: true })}`)
  emptyLog(self, true)
  if (!self.emptied || (existsSync(wal) && statSync(wal).size > 0)) throw new Error("the log could not be emptied")
  const baseId = ids.hex12()
  const path = `${db.name}${BASE}${baseId}`
  // What is written from now on is in a log that begins after this moment. That log is kept until the copy was fetched.
  self.emptied = { ...self.emptied, generation: baseId, end: 0 }
  self.keptUntil = performance.now() + BASE_KEPT_MS
  await db.backup(path)
  self.base = { baseId, path }
  return { baseId, size: statSync(path).size }
}

function dropBase(self: ShipperState): void {
  if (self.base) rmSync(self.base.path, { force: true })
  self.base = null
}

function emptyLog(self: ShipperState, always = false): void {
  const { db, wal } = self
  if (!db.open || db.inTransaction) return
  if (!self.isShipping) return void truncate(self)
  self.end = readOn(wal, self.end)
  if (self.end && !always && isWaitedFor(self, self.end)) return
  const last = self.end
  if (truncate(self) && last) self.emptied = { generation: last.generation, end: last.end, nextRound: last.round + 1 }
}

/** Whether a standby still has to fetch what is in the log up to `end`. */
function isWaitedFor({ keptUntil, asked, emptied }: ShipperState, end: Position): boolean {
  if (performance.now() < keptUntil) return true
  if (asked === null || performance.now() - asked.at > AWAY_MS) return false
  const { position } = asked
  return position.generation === end.generation ? position.end < end.end : position.generation === emptied?.generation
}

/** Answers whether the log is empty now. */
function truncate({ db, wal }: ShipperState): boolean {
  // A full disk has no room to move the log into the file; that is done later.
  quietly(() => void db.pragma("wal_checkpoint(TRUNCATE)"))
  return !existsSync(wal) || statSync(wal).size === 0
}

/** A process that ended while a copy was made or fetched leaves it behind; each is as large as the database. */
function dropBasesOf(database: string): void {
  const dir = dirname(database)
  const left = readdirSync(dir).filter((name) => name.startsWith(`${basename(database)}${BASE}`))
  for (const name of left) rmSync(join(dir, name), { force: true })
}

/** The end of the last transaction in the log, read from its former known end. */
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
