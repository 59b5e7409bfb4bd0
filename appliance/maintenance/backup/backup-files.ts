/** Backups as files: a whole database each, with a manifest beside it that says what it is and whether it still is that. */
import { createHash } from "node:crypto"
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import Type, { type Static } from "typebox"
import { Check } from "typebox/value"
import { Instant, nullable, oneOf } from "../../../protocol/shapes/scalars.ts"
import { checkRoom, type FreeBytes } from "../../../runtime/free-disk-space.ts"
import { copyInThread } from "./database-copy-store.ts"

export const BACKUPS_DIR = "backups"
const MANIFEST = /^box-\d{6}-.*\.json$/
const PARTIAL = /^box-(\d{6})-.*\.db\.partial$/
const READ_BYTES = 1 << 20

const Count = Type.Integer({ minimum: 0 })

export const BackupManifest = Type.Object({
  /** Counts this box's backups: a clock that was wrong makes none of them older. */
  number: Count,
  file: Type.String({ pattern: "^box-[0-9A-Za-z-]+\\.db$" }),
  at: Instant,
  why: oneOf("schedule", "by-hand"),
  epoch: nullable(Type.String()),
  /** The newest op in it. */
  seq: Count,
  schema: Count,
  bytes: Count,
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
})
export type BackupManifest = Static<typeof BackupManifest>

export interface BackupPlan {
  readonly everyMinutes: number
  /** The newest so many stay. */
  readonly kept: number
  /** And the newest of each of so many days. */
  readonly days: number
}

/** The newest first. What is no manifest of ours, or lost its file, is none. */
export function listBackups(data: string): BackupManifest[] {
  const dir = join(data, BACKUPS_DIR)
  if (!existsSync(dir)) return []
  const read = readdirSync(dir)
    .filter((name) => MANIFEST.test(name))
    .map((name) => readManifest(join(dir, name)))
  return read
    .filter((one): one is BackupManifest => one !== null && existsSync(join(dir, one.file)))
    .sort((a, b) => b.number - a.number)
}

interface NewBackup {
  readonly data: string
  readonly now: string
  readonly why: BackupManifest["why"]
  readonly freeBytes?: FreeBytes
}

/** Of the database in use. The manifest comes last: a backup without one was never finished. Throws `NoRoom` before a byte is written. */
export async function makeBackup({ data, now, why, freeBytes }: NewBackup): Promise<BackupManifest> {
  const dir = join(data, BACKUPS_DIR)
  mkdirSync(dir, { recursive: true })
  const newest = listBackups(data)[0]?.number ?? 0
  dropPartials(dir, newest)
  checkRoom(dir, sizeOfDatabase(data), freeBytes)
  const number = newest + 1
  const name = `box-${String(number).padStart(6, "0")}-${now.replaceAll(/[:.]/g, "-")}`
  const file = `${name}.db`
  const copy = await copyInThread(join(data, "box.db"), join(dir, file))
  const manifest: BackupManifest = { number, file, at: now, why, ...copy }
  writeFileSync(join(dir, `${name}.json`), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** Of a box that ended while it made one. Those of the newest numbers may be under way, by hand beside the schedule's. */
function dropPartials(dir: string, newest: number): void {
  for (const name of readdirSync(dir)) {
    const number = PARTIAL.exec(name)?.[1]
    if (number !== undefined && Number(number) < newest) rmSync(join(dir, name), { force: true })
  }
}

/** With its write-ahead log, which goes into the copy. */
function sizeOfDatabase(data: string): number {
  const files = ["box.db", "box.db-wal"].map((name) => join(data, name)).filter((path) => existsSync(path))
  return files.reduce((sum, path) => sum + statSync(path).size, 0)
}

export function dropBackup(data: string, { file }: BackupManifest): void {
  const path = join(data, BACKUPS_DIR, file)
  rmSync(path.replace(/\.db$/, ".json"), { force: true })
  rmSync(path, { force: true })
}

/** Whether the file is still what its manifest says. */
export function isWhole(data: string, { file, sha256 }: BackupManifest): boolean {
  const hash = createHash("sha256")
  const handle = openSync(join(data, BACKUPS_DIR, file), "r")
  try {
    const block = Buffer.alloc(READ_BYTES)
    for (let read = readSync(handle, block); read > 0; read = readSync(handle, block))
      hash.update(block.subarray(0, read))
  } finally {
    closeSync(handle)
  }
  return hash.digest("hex") === sha256
}

/** Those that are past their time: neither of the newest, nor the newest of one of the last days. By hand made ones go with the days. */
export function backupsToDrop(all: readonly BackupManifest[], { kept, days }: BackupPlan): BackupManifest[] {
  const newest = [...all].sort((a, b) => b.number - a.number)
  const ofDay = new Map<string, number>()
  for (const { at, number } of newest) {
    const day = at.slice(0, 10)
    if (!ofDay.has(day) && ofDay.size < days) ofDay.set(day, number)
  }
  const daily = new Set(ofDay.values())
  return newest.slice(kept).filter(({ number }) => !daily.has(number))
}

function readManifest(path: string): BackupManifest | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path, "utf8"))
    return Check(BackupManifest, read) ? read : null
  } catch {
    return null
  }
}
