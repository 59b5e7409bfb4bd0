/** Makes a backup when one is due, and drops those that are past their time; a backup that fails is said and tried again. */
import type { Clock } from "../../../runtime/clock.ts"
import { type FreeBytes, NoRoom } from "../../../runtime/free-disk-space.ts"
import type { Log } from "../../../runtime/log.ts"
import {
  type BackupManifest,
  type BackupPlan,
  backupsToDrop,
  dropBackup,
  listBackups,
  makeBackup,
} from "./backup-files.ts"

const LOOK_EVERY_MS = 60_000
/** A start has enough to do. */
const FIRST_LOOK_MS = 30_000
const MINUTE_MS = 60_000
/** Make no room for a newer one. */
const KEPT_MIN = 2

interface SchedulingBackups {
  readonly data: string
  readonly plan: BackupPlan | null
  readonly clock: Clock
  readonly log: Log
  /** The epoch of the database. The hub would shut out a box that is restored from a backup of an earlier epoch. */
  readonly epoch: () => string
  /** False where the disk has no room for another one. */
  readonly hasRoom: () => boolean
  /** Left out: as the machine says. */
  readonly freeBytes?: FreeBytes
  /** Around the copying: the write-ahead log is left alone meanwhile. */
  readonly pause: () => void
  readonly resume: () => void
}

export interface Backups {
  start(): void
  stop(): Promise<void>
  /** Makes one if it is due; null otherwise. */
  look(): Promise<BackupManifest | null>
  newest(): BackupManifest | null
  /** Why the newest try failed; null when it did not. */
  failure(): string | null
}

/** Where there is no room the oldest go first; the newest two stay. */
async function makeRoomAndBackup({ data, clock, log, freeBytes }: SchedulingBackups): Promise<BackupManifest> {
  for (;;) {
    try {
      return await makeBackup({ data, now: clock.iso(), why: "schedule", ...(freeBytes && { freeBytes }) })
    } catch (error) {
      const oldest = listBackups(data).slice(KEPT_MIN).at(-1)
      if (!(error instanceof NoRoom) || oldest === undefined) throw error
      log.warn({ file: oldest.file }, "there is no room for a new backup: the oldest goes")
      dropBackup(data, oldest)
    }
  }
}

export function createBackups(parts: SchedulingBackups): Backups {
  const { data, plan, clock, log } = parts
  let timer: NodeJS.Timeout | null = null
  let running: Promise<BackupManifest | null> | null = null
  let failure: string | null = null
  const isDue = (): boolean => {
    if (plan === null || !parts.hasRoom()) return false
    const newest = listBackups(data)[0]
    if (newest === undefined || newest.epoch !== parts.epoch()) return true
    // A clock that was set back must not end the backups.
    return Math.abs(clock.ms() - Date.parse(newest.at)) >= plan.everyMinutes * MINUTE_MS
  }
  const make = async (): Promise<BackupManifest | null> => {
    parts.pause()
    try {
      const made = await makeRoomAndBackup(parts)
      if (plan) for (const old of backupsToDrop(listBackups(data), plan)) dropBackup(data, old)
      failure = null
      log.info({ file: made.file, bytes: made.bytes, seq: made.seq }, "a backup was made")
      return made
    } catch (error) {
      failure = (error as Error).message
      log.error({ err: error }, "a backup failed; it is tried again")
      return null
    } finally {
      parts.resume()
    }
  }
  const look = async () => {
    if (running) return running
    if (!isDue()) return null
    running = make().finally(() => {
      running = null
    })
    return running
  }
  const next = (waitMs: number) => {
    const lookNow = () =>
      look()
        .catch((error) => log.error({ err: error }, "the backups could not be looked at; it is tried again"))
        .finally(() => timer && next(LOOK_EVERY_MS))
    timer = setTimeout(() => void lookNow(), waitMs).unref()
  }
  return {
    start: () => next(FIRST_LOOK_MS),
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await running
    },
    look,
    newest: () => listBackups(data)[0] ?? null,
    failure: () => failure,
  }
}
