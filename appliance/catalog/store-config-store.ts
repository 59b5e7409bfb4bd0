/** The store's configuration as the hub last sent it. The box sells by it with or without the hub. */
import type { Store } from "../../protocol/shapes/store.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import type { BoxTx } from "../storage/index.ts"

interface Row {
  readonly body: string
}

interface Version {
  readonly received_at: string
  readonly bytes: number
}

/** The last parsed configuration per database. Every request needs it and a menu is long, so its text is read only when it has changed. */
const parsedByDatabase = new WeakMap<BoxTx["db"], Version & { readonly config: StoreConfig }>()

/** The configuration that a transaction has read. It reads it several times, and nobody else can change it meanwhile. */
const readByTransaction = new WeakMap<object, StoreConfig>()
/** Transactions that have written a configuration. A savepoint may roll it back, so they read the database each time. */
const changedInTransaction = new WeakSet<object>()

/** Returns null until the hub has sent one. Before that, the box cannot sell. */
export function readConfig(tx: Pick<BoxTx, "db" | "now">): StoreConfig | null {
  const known = readByTransaction.get(tx)
  if (known) return known
  const config = loadConfig(tx)
  if (config && !changedInTransaction.has(tx)) readByTransaction.set(tx, config)
  return config
}

function loadConfig({ db, now }: Pick<BoxTx, "db" | "now">): StoreConfig | null {
  const version = db
    .prepare<[], Version>("SELECT received_at, octet_length(body) AS bytes FROM store_config WHERE id = 1")
    .get()
  if (!version) return null
  const known = parsedByDatabase.get(db)
  if (known?.received_at === version.received_at && known.bytes === version.bytes) return known.config
  const row = db.prepare<[], Row>("SELECT body FROM store_config WHERE id = 1").get()
  const config: StoreConfig = JSON.parse(row?.body ?? "null")
  // One written at this moment may be rolled back or replaced within it, so it is not cached.
  if (version.received_at !== now) parsedByDatabase.set(db, { ...version, config })
  return config
}

/** For handlers behind a credential: a key or a device exists only after the configuration has arrived. */
export function requireConfig(tx: BoxTx): StoreConfig {
  const config = readConfig(tx)
  if (!config) throw new Error("the box has no configuration yet, but a caller was let in")
  return config
}

export function saveConfig(tx: BoxTx, config: StoreConfig): void {
  const { db, now } = tx
  changedInTransaction.add(tx)
  readByTransaction.delete(tx)
  db.prepare(
    `INSERT INTO store_config (id, body, received_at) VALUES (1, ?, ?)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body, received_at = excluded.received_at`,
  ).run(JSON.stringify(config), now)
}

/** When the configuration arrived; null before the first one. */
export function configReceivedAt({ db }: BoxTx): string | null {
  const query = db.prepare<[], { received_at: string }>("SELECT received_at FROM store_config WHERE id = 1")
  return query.get()?.received_at ?? null
}

/** The fields of a store that every screen may see. */
export function storeSummary({ id, code, name, currency, countryCode, timeZone }: Store) {
  return { id, code, name, currency, countryCode, timeZone }
}
