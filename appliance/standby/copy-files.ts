/** The standby's copy on its own disk: the database file, its log, and their position at the first box. Consistent after any power cut. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { syncFile } from "../../runtime/sync-file.ts"
import type { LogPart, Position } from "./ship-log.ts"
import { followWal, readWalHeader, type WalPosition } from "./wal.ts"

const COPY = "copy.db"
const BASE = "copy.db.base"
const POSITION = "position.json"

export interface CopyFiles {
  /** The path of the database, once there is one. */
  readonly path: string
  exists(): boolean
  /** Null: there is no copy, or its position is unknown. */
  position(): Position | null
  /** Appends a part of the log; returns whether it held a complete new transaction. */
  take(part: LogPart): boolean
  /** A new copy of the file, in parts, in order. */
  writeBase(bytes: Buffer, offset: number): void
  /** The new copy is complete and replaces the former one. */
  adoptBase(position: Position): void
}

/** `dir` belongs to the standby alone. */
export function openCopyFiles(dir: string): CopyFiles {
  mkdirSync(dir, { recursive: true })
  const [copy, wal, base] = [join(dir, COPY), join(dir, `${COPY}-wal`), join(dir, BASE)]
  let place = recover(wal)
  const keepPosition = (position: Position) => writeWhole(join(dir, POSITION), JSON.stringify(position))
  const keptPosition = (): Position | null =>
    existsSync(join(dir, POSITION)) ? JSON.parse(readFileSync(join(dir, POSITION), "utf8")) : null
  return {
    path: copy,
    exists: () => existsSync(copy),
    position() {
      if (!existsSync(copy)) return null
      return place ? { generation: place.generation, end: place.end } : keptPosition()
    },
    take(part) {
      const start = part.anew ? readWalHeader(part.bytes) : place
      if (start === null) return false
      const skipped = part.anew ? start.end : 0
      const next = followWal(start, part.bytes.subarray(skipped))
      if (next.end === start.end) return false
      if (part.anew) {
        // The former log is complete, so it is checkpointed into the file, as at the first box.
        const before = place ? { generation: place.generation, end: place.end } : null
        if (before) keepPosition(before)
        emptyInto(copy)
        place = null
      }
      const from = part.anew ? 0 : start.end
      writeAt(wal, from, part.bytes.subarray(0, next.end - from))
      place = next
      return true
    },
    writeBase(bytes, offset) {
      if (offset === 0) rmSync(base, { force: true })
      writeAt(base, offset, bytes)
    },
    adoptBase(position) {
      syncFile(base)
      rmSync(join(dir, POSITION), { force: true })
      for (const old of [wal, `${copy}-shm`, copy]) rmSync(old, { force: true })
      renameSync(base, copy)
      syncFile(dir)
      place = null
      keepPosition(position)
    },
  }
}

/** After a power cut of the standby: an incomplete transaction at the end of the log is cut off. */
function recover(wal: string): WalPosition | null {
  if (!existsSync(wal)) return null
  const bytes = readFileSync(wal)
  const header = readWalHeader(bytes)
  if (!header) {
    rmSync(wal)
    return null
  }
  const place = followWal(header, bytes.subarray(header.end))
  const file = openSync(wal, "r+")
  ftruncateSync(file, place.end)
  closeSync(file)
  return place
}

function emptyInto(copy: string): void {
  const db = new Sqlite(copy)
  try {
    db.pragma("wal_checkpoint(TRUNCATE)")
  } finally {
    db.close()
  }
}

function writeAt(path: string, from: number, bytes: Buffer): void {
  const file = openSync(path, existsSync(path) ? "r+" : "w+")
  try {
    if (statSync(path).size > from) ftruncateSync(file, from)
    writeSync(file, bytes, 0, bytes.length, from)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export function writeWhole(path: string, text: string): void {
  const partial = `${path}.partial`
  rmSync(partial, { force: true })
  const file = openSync(partial, "w", 0o600)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(partial, path)
}
