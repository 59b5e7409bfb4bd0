/** What both the server and the command line need: database, clock, keys, and the features that use sync. */
import { type Clock, systemClock } from "../../runtime/clock.ts"
import { createIds, type Ids } from "../../runtime/ids.ts"
import { createLog, type Log } from "../../runtime/log.ts"
import { makeDirectory } from "../../runtime/make-directory.ts"
import { loadSecretKey } from "../../runtime/secret-key.ts"
import type { Store } from "../../runtime/storage/store.ts"
import { createValidator } from "../../runtime/validate.ts"
import { type DataConfig, databaseUrl } from "../config.ts"
import { createHubStore, type HubStore, type HubTables, openHubDatabase } from "../storage/index.ts"
import { createSync, type Sync, type Wire } from "../sync/index.ts"
import {
  createApplyBatch,
  createApplyOp,
  createBeginEpoch,
  createLeftoverOps,
  createOfferOp,
  createOnDeadLetter,
} from "../sync-handlers/index.ts"
import { type Downlink, keepsSealed } from "../tenants/index.ts"
import type { HubContext } from "./hub-context.ts"

export interface HubBase {
  readonly clock: Clock
  readonly log: Log
  readonly ids: Ids
  readonly secretKey: Buffer
  readonly database: Store<HubTables>
  readonly store: HubStore
  /** Identifies this process: several may share one database. */
  readonly hubId: string
}

export interface BaseOptions {
  readonly log?: Log
  readonly clock?: Clock
  readonly checkReplies?: boolean
  /** Refuses a database without the hub's tables with this text. Without it, the tables are created. */
  readonly ifEmpty?: string | undefined
  readonly onUntrusted?: (error: Error) => void
}

export async function openBase(config: DataConfig, options: BaseOptions): Promise<HubBase> {
  const clock = options.clock ?? systemClock
  const log = options.log ?? createLog({ level: config.logLevel, name: "hub" })
  makeDirectory(config.data)
  const watchNesting = options.checkReplies ?? false
  const { onUntrusted = () => {}, ifEmpty } = options
  const url = databaseUrl(config)
  const database = await openHubDatabase({ url, clock, log, watchNesting, ifEmpty, onUntrusted })
  const store = createHubStore(database)
  const ids = createIds({ clock })
  try {
    const ifLost = (await store.system.read(keepsSealed)) ? IF_LOST : null
    const secretKey = loadSecretKey({ given: config.secretKey, dataDir: config.data, ifLost })
    return { clock, log, secretKey, database, ids, store, hubId: ids.uuid() }
  } catch (error) {
    await database.close()
    throw error
  }
}

const IF_LOST = [
  "Restore the key file, or pass the key that other processes use in BRASA_SECRET_KEY.",
  "If the key is lost, create a new one (openssl rand -hex 32): what was sealed with the old key stays unreadable, and boxes, webhook endpoints and payment methods need new secrets.",
].join(" ")

export function createFeatures(base: HubBase, wire: Wire): { context: HubContext; sync: Sync } {
  const { store, clock, log, ids, hubId } = base
  const validator = createValidator()
  const downlink: Downlink = { append: (...op) => sync.append(...op) }
  const apply = {
    applyUp: createApplyOp({ store, ids, validator }),
    applyTogether: createApplyBatch({ store, ids, validator }),
  }
  const onEpoch = createBeginEpoch({ store, ids })
  const onDeadLetter = createOnDeadLetter({ store, ids })
  const offer = createOfferOp(store)
  const former = createLeftoverOps({ store, ids })
  const sync: Sync = createSync({
    store,
    wire,
    hubId,
    ids,
    clock,
    log,
    ...apply,
    offer,
    onEpoch,
    onDeadLetter,
    leftover: former,
  })
  return { context: { store, clock, log, ids, validator, downlink }, sync }
}
