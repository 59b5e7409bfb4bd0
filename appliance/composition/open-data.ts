/** Opens what all folders of the box share: the repaired and migrated database, the journal, clock and keys. */
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { type Clock, systemClock } from "../../runtime/clock.ts"
import { DirectoryInUse, lockDirectory } from "../../runtime/directory-lock.ts"
import { createLimits } from "../../runtime/http/caller-limits.ts"
import type { RateLimiter } from "../../runtime/http/rate-limit.ts"
import { createIds, type Ids } from "../../runtime/ids.ts"
import { createLog, type Log } from "../../runtime/log.ts"
import { makeDirectory } from "../../runtime/make-directory.ts"
import { releaseStartupSpace } from "../../runtime/reserved-disk-space.ts"
import { migrateSqlite } from "../../runtime/storage/migrate.ts"
import { type Checkpoints, createCheckpoints, openSqlite, type SqliteDatabase } from "../../runtime/storage/sqlite.ts"
import { createValidator, type Validator } from "../../runtime/validate.ts"
import { createRecordAudit } from "../audit/index.ts"
import type { ApplianceConfig } from "../config.ts"
import { type Credentials, createCredentials, loadBoxKey } from "../enrolment/index.ts"
import { type Repaired, repairDatabase, settleRepair } from "../maintenance/index.ts"
import { copyBeforeMigration, rollBack } from "../maintenance/updates/index.ts"
import type { LogShipper } from "../standby/index.ts"
import { type BoxStore, type BoxTx, createBoxStore, MIGRATIONS } from "../storage/index.ts"
import { createOutbox, type Journal, openJournal } from "../sync/index.ts"
import { readJournal } from "./read-journal.ts"
import { createShipping } from "./standby.ts"

const DATABASE_FILE = "box.db"
const JOURNAL_LOCK = "journal.lock"
const NEWEST_KNOWN = MIGRATIONS.at(-1)?.id ?? 0

export interface BoxData {
  readonly clock: Clock
  readonly log: Log
  readonly ids: Ids
  readonly db: SqliteDatabase
  readonly store: BoxStore
  readonly secretKey: Buffer
  readonly credentials: Credentials
  readonly rateLimiter: RateLimiter
  readonly validator: Validator
  /** The repair of a damaged database; null if it was undamaged. */
  readonly repaired: Repaired | null
  readonly journal: Journal
  readonly shipping: LogShipper
  readonly checkpoints: Checkpoints
}

/** Locks the directory and runs `work`. Throws `DirectoryInUse` if another box has locked it. The lock stays after a success. */
export async function withLockedDirectory<T>(data: string, work: (release: () => void) => Promise<T>): Promise<T> {
  makeDirectory(data)
  const owned = lockDirectory(data)
  try {
    return await work(owned.release)
  } catch (error) {
    owned.release()
    throw error
  }
}

/** Locks the journal's second folder. Throws only if another box uses it: an unwritable folder does not stop the start. */
export function lockJournal(folder: string | undefined | null): () => void {
  if (!folder) return () => undefined
  try {
    makeDirectory(folder)
    return lockDirectory(folder, JOURNAL_LOCK).release
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error
    return () => undefined
  }
}

interface OpeningData {
  readonly log?: Log
  readonly clock?: Clock
  /** The result of a database check that already runs. */
  readonly checked?: Promise<readonly string[]>
}

export async function openData(config: ApplianceConfig, options: OpeningData): Promise<BoxData> {
  const clock = options.clock ?? systemClock
  const log = options.log ?? createLog({ level: config.logLevel, name: "box" })
  const ids = createIds({ clock })
  const file = join(config.data, DATABASE_FILE)
  const checked = await options.checked
  releaseStartupSpace(config.data)
  const faults = rollBack(file, NEWEST_KNOWN, log) ? undefined : checked
  const restored = repairDatabase({ data: config.data, now: clock.iso(), log, faults })
  const isNew = !existsSync(file)
  const db = openSqlite(file, { keepStatements: true, isWriter: true })
  await copyBeforeMigration(db, NEWEST_KNOWN)
  migrateSqlite(db, MIGRATIONS, clock.iso())
  const secretKey = loadBoxKey(db, { given: config.secretKey, dataDir: config.data })
  const credentials = createCredentials(db, secretKey)
  const store = createBoxStore(db, clock, log)
  const folders = config.journal ? [config.data, config.journal] : [config.data]
  const journal = openJournal({ folders, log })
  const validator = createValidator()
  const rateLimiter = createLimits(config.rateLimit, clock)
  const outbox = createOutbox({ ids, journal, nudge: () => undefined })
  // No page is connected yet, so nothing is notified.
  const noListeners = { onMenu: () => undefined, onTickets: () => undefined }
  const parts = { validator, outbox, log, record: createRecordAudit({ ids, outbox }), ...noListeners }
  const restoreLost = (tx: BoxTx, found: Repaired) => settleRepair(tx, found, parts)
  const repaired = readJournal({
    store,
    ids,
    journal,
    facts: factsOfFile(file),
    restored,
    isNew,
    takeBack: restoreLost,
  })
  const shipping = createShipping(db, ids)
  const checkpoints = createCheckpoints(db, { empty: shipping.emptyLog })
  const common = { clock, log, ids, rateLimiter, validator }
  return { ...common, db, store, secretKey, credentials, repaired, journal, shipping, checkpoints }
}

function factsOfFile(file: string) {
  const { ino, birthtimeMs, ctimeMs } = statSync(file)
  return { ino, birthtimeMs, ctimeMs }
}
