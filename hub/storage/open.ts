/** Opens the hub's database and applies pending migrations. */
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { openStore, type Store } from "../../runtime/storage/store.ts"
import { MIGRATIONS } from "./migrations.ts"
import type { HubTables } from "./schema.ts"

interface Options {
  readonly url: string
  readonly clock: Clock
  readonly log: Log
  readonly watchNesting?: boolean
  readonly ifEmpty?: string | undefined
  readonly onUntrusted?: (error: Error) => void
}

export function openHubDatabase(options: Options): Promise<Store<HubTables>> {
  return openStore<HubTables>({ ...options, migrations: MIGRATIONS })
}
