/** Puts the hub together: the only place that constructs. */
import { mkdirSync } from "node:fs"
import { invalid } from "../protocol/refusals.ts"
import { createLimits } from "../protocol/runtime/caller-limits.ts"
import { type Clock, systemClock } from "../protocol/runtime/clock.ts"
import { createIds } from "../protocol/runtime/ids.ts"
import { type Part, startParts } from "../protocol/runtime/lifecycle.ts"
import { createListener } from "../protocol/runtime/listen-http.ts"
import { createLog, type Log } from "../protocol/runtime/log.ts"
import type { Store } from "../protocol/runtime/store.ts"
import { createValidator } from "../protocol/runtime/validate.ts"
import { type DataConfig, databaseUrl, type HubConfig } from "./config.ts"
import type { HubContext, HubDesk } from "./context.ts"
import { claimStore, createStoreLine, isEnrolled } from "./fleet/index.ts"
import { createHubApp, createMetrics, hubRoutes } from "./http/index.ts"
import { openOrders } from "./orders/index.ts"
import { createHubStore, fence, type HubTables, openHubDatabase } from "./storage/index.ts"
import {
  createKey,
  type Downlink,
  findAnyStore,
  loadSecretKey,
  provision,
  readProvisioning,
  sendConfig,
} from "./tenants/index.ts"

const VERSION = "0.1.0"

export interface HubOptions {
  readonly log?: Log
  readonly clock?: Clock
  /** Node's `process`, so that signals stop the hub; left out where something else does. */
  readonly process?: NodeJS.EventEmitter
  /** Answers are checked against the contract: in tests, where a wrong one is a bug to see. */
  readonly checkReplies?: boolean
}

export interface RunningHub {
  readonly url: string
  readonly mqttUrl: string
  readonly desk: HubDesk
  /** Resolves when the hub has stopped, whoever asked for it. */
  readonly stopped: Promise<void>
  stop(): Promise<void>
}

/** The hub without its sockets: what the command line works with. */
export async function openHub(config: DataConfig, options: HubOptions = {}) {
  const clock = options.clock ?? systemClock
  const log = options.log ?? createLog({ level: config.logLevel, name: "hub" })
  mkdirSync(config.data, { recursive: true })
  const secretKey = loadSecretKey({ given: config.secretKey, dataDir: config.data })
  const database = await openHubDatabase({ url: databaseUrl(config), clock, log })
  const store = createHubStore(database)
  const context: HubContext = {
    store,
    clock,
    log,
    ids: createIds({ clock }),
    validator: createValidator(),
    downlink: createDownlink(),
  }
  return { context, database, desk: createDesk(context, secretKey) }
}

export async function startHub(config: HubConfig, options: HubOptions = {}): Promise<RunningHub> {
  const { context, database, desk } = await openHub(config, options)
  const { store, clock, ids, log, validator, downlink } = context
  const line = createStoreLine({ callStore: async () => null, heardAt: async () => null })
  const broker = () => ({ mqttPort: config.mqttPort, mqttUrl: config.mqtt })
  const app = createHubApp({
    store,
    routes: hubRoutes({ store, ids, clock, downlink, line, broker }),
    validator,
    rateLimiter: createLimits(config.rateLimit, clock),
    ids,
    log,
    metrics: createMetrics(),
    checks: { database: () => isAwake(database) },
    version: VERSION,
    checkReplies: options.checkReplies ?? false,
  })
  const listener = createListener(app, config)
  const parts: Part[] = [databasePart(database), listener]
  const running = await startParts(parts, { log, ...(options.process && { process: options.process }) })
  log.info({ url: listener.url() }, "the hub is up")
  return {
    url: listener.url(),
    mqttUrl: `mqtt://127.0.0.1:${config.mqttPort}`,
    desk,
    stopped: running.stopped,
    stop: () => running.stop("asked to"),
  }
}

function createDownlink(): Downlink {
  return {
    isEnrolled,
    append: async () => {
      throw new Error("sync is not wired yet")
    },
  }
}

function createDesk({ store, ids, clock, validator, downlink }: HubContext, secretKey: Buffer): HubDesk {
  const deps = { store, ids, downlink, secretKey }
  return {
    async provision(text) {
      const read = readProvisioning(text, validator)
      return read.ok ? provision(read.file, deps) : invalid(...read.faults)
    },
    createKey: (asked) => createKey(asked, deps),
    claim: (code, storeId) =>
      claimStore(
        { code, storeId },
        {
          store,
          clock,
          openLine: async () => {},
          welcome: async (scope, id) => {
            await sendConfig(scope, id, deps)
            const place = await findAnyStore(scope, id)
            if (!place) return
            const tenant = { accountId: place.accountId, vendorId: place.vendorId }
            for (const order of await openOrders(fence(scope, tenant, store.dialect), id)) {
              await downlink.append(scope, id, { kind: "order.created", body: { order } })
            }
          },
        },
      ),
  }
}

async function isAwake(database: Store<HubTables>): Promise<boolean> {
  await database.read(({ db }) => db.selectFrom("account").select("account_id").limit(1).execute())
  return true
}

function databasePart(database: Store<HubTables>): Part {
  return { name: "database", start: () => {}, stop: () => database.close() }
}
