/** Watches the free disk space: deletes old data before writes fail, and warns people in time. */
import { existsSync, readdirSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import type { DiskState } from "../../protocol/shapes/box-maintenance.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import type { BoxStore } from "../storage/index.ts"
import { dropBackup, listBackups } from "./backup/backup-files.ts"
import { readEmptyStart } from "./backup/empty-start.ts"
import { DAMAGED_DIR, quarantineName } from "./backup/repair-database.ts"
import { pruneOldRows } from "./prune-store.ts"

const LOOK_EVERY_MS = 30_000
const MIB = 1024 * 1024
/** Below this, old data is deleted. */
const LOW_BYTES = 500 * MIB
/** For a small disk the limit is a share of it. */
const LOW_SHARE = 0.1
/** A day's sales of a busy store, and the write-ahead log at its largest. */
const FULL_BYTES = 80 * MIB
const FULL_SHARE = 0.02
const DAY_MS = 24 * 3_600_000

export interface DiskRoom {
  readonly freeBytes: number
  readonly totalBytes: number
}

interface WatchingDisk {
  readonly data: string
  readonly store: BoxStore
  readonly clock: Clock
  readonly log: Log
  readonly room?: () => DiskRoom
  readonly onChange: () => void
}

interface DiskWatch {
  start(): void
  stop(): Promise<void>
  look(): DiskState
  state(): DiskState
}

export function createDiskWatch(parts: WatchingDisk): DiskWatch {
  const { log, room = () => roomOf(parts.data) } = parts
  let state: DiskState = diskStateOf(room())
  const look = () => {
    let next = diskStateOf(room())
    if (next.is !== "fine") {
      makeRoom(parts, next.is)
      next = diskStateOf(room())
    }
    if (next.is !== state.is) {
      log[next.is === "fine" ? "info" : "error"]({ ...next }, "the room on the disk has changed")
      parts.onChange()
    }
    state = next
    return state
  }
  const whenFailed = "the free space of the disk could not be checked; it is tried again"
  const looks = repeat({ name: "disk", everyMs: LOOK_EVERY_MS, log, whenFailed }, look)
  return {
    start() {
      if (state.is !== "fine") log.error({ ...state }, "there is hardly any room on the disk")
      look()
      looks.start()
    },
    stop: looks.stop,
    look,
    state: () => state,
  }
}

export function diskStateOf({ freeBytes, totalBytes }: DiskRoom): DiskState {
  const isFull = freeBytes < Math.min(FULL_BYTES, totalBytes * FULL_SHARE)
  const isLow = freeBytes < Math.min(LOW_BYTES, totalBytes * LOW_SHARE)
  return { is: isFull ? "full" : isLow ? "low" : "fine", freeBytes, totalBytes }
}

/** Deletes the least needed data first. Sales, the day and what the hub does not have yet are never deleted. */
function makeRoom({ data, store, clock, log }: WatchingDisk, is: DiskState["is"]): void {
  const damaged = join(data, DAMAGED_DIR)
  // After a start with an empty database, only the damaged one has what was never sent.
  const begun = readEmptyStart(data)
  const only = begun && quarantineName(begun.at)
  const sets = existsSync(damaged) ? readdirSync(damaged).filter((name) => name !== only) : []
  for (const name of sets) rmSync(join(damaged, name), { recursive: true, force: true })
  // Low: the newest two stay. Full: only the newest, from which a damaged database can be restored.
  const old = listBackups(data).slice(is === "full" ? 1 : 2)
  for (const backup of old) dropBackup(data, backup)
  const before = new Date(clock.ms() - DAY_MS).toISOString()
  const rows = writeQuietly(() => store.write((tx) => pruneOldRows(tx, before)))
  const done = { damaged: sets.length, backups: old.length, rows }
  if (sets.length + old.length + (rows ?? 0) > 0) log.warn(done, "the disk is nearly full: what is old was dropped")
}

/** On a full disk even a delete needs space. The deleted files make some for the next attempt. */
function writeQuietly(write: () => number): number | null {
  try {
    return write()
  } catch {
    return null
  }
}

function roomOf(dir: string): DiskRoom {
  const { bavail, blocks, bsize } = statfsSync(dir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
