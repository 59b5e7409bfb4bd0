/** What every room of the box stands on: its database, repaired and brought to this program's schema, its clock and its keys. */
import { statSync } from "node:fs"
import { join } from "node:path"
import { type Clock, systemClock } from "../protocol/runtime/clock.ts"
import { createIds, type Ids } from "../protocol/runtime/ids.ts"
import { createLog, type Log } from "../protocol/runtime/log.ts"
import { makeFolder } from "../protocol/runtime/make-folder.ts"
import { ownDirectory } from "../protocol/runtime/own-directory.ts"
import { migrateSqlite } from "../protocol/runtime/storage/migrate.ts"
import {
  type Checkpoints,
  createCheckpoints,
  openSqlite,
  type SqliteDatabase,
} from "../protocol/runtime/storage/sqlite.ts"
import { createValidator, type Validator } from "../protocol/runtime/validate.ts"
import { repairDatabase } from "./care/index.ts"
import type { ApplianceConfig } from "./config.ts"
import { type Credentials, createCredentials, loadBoxKey } from "./enrolment/index.ts"
import { noticeCopy } from "./fiscal/index.ts"
import type { Shipping } from "./standby/index.ts"
import { type BoxStore, createBoxStore, MIGRATIONS } from "./storage/index.ts"
import { markRestored } from "./sync/index.ts"
import { keepBeforeMigration, takeReturn } from "./update/index.ts"
import { shippingOf } from "./wire-standby.ts"

const DATABASE_FILE = "box.db"
const NEWEST_KNOWN = MIGRATIONS.at(-1)?.id ?? 0

export interface BoxData {
  readonly clock: Clock
  readonly log: Log
  readonly ids: Ids
  readonly db: SqliteDatabase
  readonly store: BoxStore
  readonly secretKey: Buffer
  readonly credentials: Credentials
  readonly validator: Validator
  /** What was done to a damaged database; null where it was whole. */
  readonly repaired: ReturnType<typeof repairDatabase>
  readonly shipping: Shipping
  readonly checkpoints: Checkpoints
}

/** Does the work in a directory that is nobody else's; throws `DirectoryTaken` where another box works on it. */
export async function inOwnDirectory<T>(data: string, work: (release: () => void) => Promise<T>): Promise<T> {
  makeFolder(data)
  const owned = ownDirectory(data)
  try {
    return await work(owned.release)
  } catch (error) {
    owned.release()
    throw error
  }
}

export interface OpeningData {
  readonly log?: Log
  readonly clock?: Clock
  /** The faults of the database, by whoever had it checked already. */
  readonly checked?: Promise<readonly string[]>
}

export async function openData(config: ApplianceConfig, options: OpeningData): Promise<BoxData> {
  const clock = options.clock ?? systemClock
  const log = options.log ?? createLog({ level: config.logLevel, name: "box" })
  const ids = createIds({ clock })
  const file = join(config.data, DATABASE_FILE)
  const checked = await options.checked
  const faults = takeReturn(file, NEWEST_KNOWN, log) ? undefined : checked
  const repaired = repairDatabase({ data: config.data, now: clock.iso(), log, faults })
  const db = openSqlite(file, { keepStatements: true, isWriter: true })
  await keepBeforeMigration(db, NEWEST_KNOWN)
  migrateSqlite(db, MIGRATIONS, clock.iso())
  const secretKey = loadBoxKey(db, { given: config.secretKey, dataDir: config.data })
  const credentials = createCredentials(db, secretKey)
  const store = createBoxStore(db, clock, log)
  store.write((tx) => {
    if (noticeCopy(tx, statSync(file))) markRestored(tx)
  })
  const shipping = shippingOf(db, ids)
  const checkpoints = createCheckpoints(db, { empty: shipping.emptyLog })
  const validator = createValidator()
  return { clock, log, ids, db, store, secretKey, credentials, validator, repaired, shipping, checkpoints }
}
