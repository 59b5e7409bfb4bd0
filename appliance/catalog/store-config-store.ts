/** The store's configuration as the hub sent it last; the box sells by it with or without the hub. */
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

/** The last one that was parsed, per database: every request asks for it, and a menu is long, so that not even its text is read again. */
const parsedByDatabase = new WeakMap<BoxTx["db"], Version & { readonly config: StoreConfig }>()

/** What a transaction has read: it asks several times, and within it nobody else can change it. */
const readByTransaction = new WeakMap<object, StoreConfig>()
/** Transactions that have written another one, which may yet be undone in part: they ask the database each time. */
const changedInTransaction = new WeakSet<object>()

/** null until the hub has sent one: the box cannot sell before. */
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
  // One of this very moment may be undone yet, or followed by another.
  if (version.received_at !== now) parsedByDatabase.set(db, { ...version, config })
  return config
}

/** For handlers behind a credential: a key or device can exist only after the configuration came. */
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

/** When it came; null before the first one. */
export function configReceivedAt({ db }: BoxTx): string | null {
  const query = db.prepare<[], { received_at: string }>("SELECT received_at FROM store_config WHERE id = 1")
  return query.get()?.received_at ?? null
}

/** What every screen may know of its store. */
export function storeSummary({ id, code, name, currency, countryCode, timeZone }: Store) {
  return { id, code, name, currency, countryCode, timeZone }
}
