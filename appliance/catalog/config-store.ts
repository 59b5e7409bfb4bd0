/** The store's configuration as the hub sent it last; the box sells by it with or without the hub. */
import type { Store } from "../../protocol/shapes/store.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import type { BoxTx } from "../storage/index.ts"

interface Row {
  readonly body: string
}

/** The last one that was parsed, per database: every request asks for it, and a menu is long. */
const parsed = new WeakMap<BoxTx["db"], { readonly body: string; readonly config: StoreConfig }>()

/** null until the hub has sent one: the box cannot sell before. */
export function readConfig({ db }: BoxTx): StoreConfig | null {
  const row = db.prepare<[], Row>("SELECT body FROM store_config WHERE id = 1").get()
  if (!row) return null
  const known = parsed.get(db)
  if (known?.body === row.body) return known.config
  const config: StoreConfig = JSON.parse(row.body)
  parsed.set(db, { body: row.body, config })
  return config
}

/** For handlers behind a credential: a key or device can exist only after the configuration came. */
export function requireConfig(tx: BoxTx): StoreConfig {
  const config = readConfig(tx)
  if (!config) throw new Error("the box has no configuration yet, but a caller was let in")
  return config
}

export function saveConfig({ db, now }: BoxTx, config: StoreConfig): void {
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
export function storeFace({ id, code, name, currency, countryCode, timeZone }: Store) {
  return { id, code, name, currency, countryCode, timeZone }
}
