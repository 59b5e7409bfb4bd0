/** Puts the hub together: the only place that constructs. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../package.json" with { type: "json" }
import { createAccessTokens } from "../protocol/runtime/access-token.ts"
import { createLimits } from "../protocol/runtime/caller-limits.ts"
import { type Clock, systemClock } from "../protocol/runtime/clock.ts"
import { createIds } from "../protocol/runtime/ids.ts"
import { type Part, startParts } from "../protocol/runtime/lifecycle.ts"
import { createListener } from "../protocol/runtime/listen-http.ts"
import { createLog, type Log } from "../protocol/runtime/log.ts"
import { productRoot } from "../protocol/runtime/root.ts"
import { loadSecretKey } from "../protocol/runtime/secret-key.ts"
import type { Store } from "../protocol/runtime/store.ts"
import { createValidator } from "../protocol/runtime/validate.ts"
import { createApplyOp } from "./apply-op.ts"
import { type BridgeParts, bridgeKinds, createRefundOrder } from "./bridge/index.ts"
import { callbackKinds, createCallbackPruner, createIntake, markProcessing } from "./callbacks/index.ts"
import { createCancel, createRefunds, type Refunds } from "./cancellation/index.ts"
import { catalogKinds, createMenuBook, createUpdateCatalog } from "./catalog/index.ts"
import { type DataConfig, databaseUrl, type HubConfig } from "./config.ts"
import type { HubContext, HubDesk } from "./context.ts"
import { createDesk } from "./desk.ts"
import {
  type Authorities,
  createFiscalDesk,
  createLinkFiscal,
  createSandboxAuthority,
  type FiscalDesk,
  fiscalKinds,
  sandboxKey,
} from "./fiscal/index.ts"
import { createStoreLine, isEnrolled } from "./fleet/index.ts"
import { createFormerOps } from "./former-ops.ts"
import { createHealth, type Health } from "./health/index.ts"
import { adminRoutes, createHubApp, createMetrics, hubRoutes } from "./http/index.ts"
import { createHubBroker } from "./hub-broker.ts"
import { createOffer } from "./offer-op.ts"
import { createFindProvider, PROVIDER_KINDS, type Providers } from "./payments/index.ts"
import { createAdmitPerson, createPeopleDesk, type PeopleDesk } from "./people/index.ts"
import { createJobsDesk, createQueue, type JobsDesk, type Queue } from "./queue/index.ts"
import { createRequestLog, type RequestLog } from "./request-log/index.ts"
import { createBeginEpoch, returnKinds } from "./return-records.ts"
import { createHubStore, type HubStore, type HubTables, openHubDatabase } from "./storage/index.ts"
import { createSync, type Sync, type Wire } from "./sync/index.ts"
import { createOnParked, parkedKinds } from "./tell-parked.ts"
import {
  createKeyring,
  createReadBoxKey,
  createReadMethods,
  createReadPolicy,
  createUseWriter,
  type Downlink,
  ensureKey,
  findCaller,
} from "./tenants/index.ts"
import { createWebhooks, createWebhooksDesk, type WebhooksDesk } from "./webhooks/index.ts"
import { settleSuccessorWith } from "./welcome-box.ts"

/** With which the embedded sandbox authority calls back; one key a vendor. */
const SANDBOX_KEY = { name: "sandbox authority", scopes: ["webhooks:fiscal"] }

export interface HubOptions {
  readonly log?: Log
  readonly clock?: Clock
  /** Node's `process`, so that signals stop the hub; left out where something else does. */
  readonly process?: NodeJS.EventEmitter
  /** Answers are checked against the contract: in tests, where a wrong one is a bug to see. */
  readonly checkReplies?: boolean
  /** Payment providers by the code that payment methods name. */
  readonly providers?: Providers
  /** Fiscal authorities beside the embedded sandbox, by the code that stores name. */
  readonly authorities?: Authorities
  /** A key that anyone may know, for "try it" in the reference: the demo's. */
  readonly sandboxKey?: string
}

export interface RunningHub {
  readonly url: string
  /** The embedded broker's address, or the external one's. */
  readonly mqttUrl: string
  readonly desk: HubDesk
  readonly sync: Pick<Sync, "line" | "parked" | "settleParked">
  readonly refunds: Pick<Refunds, "sweep">
  readonly requestLog: Pick<RequestLog, "flush" | "prune">
  readonly health: Pick<Health, "look" | "components" | "outages">
  readonly queue: Pick<Queue, "settle" | "figures">
  readonly jobs: JobsDesk
  readonly people: PeopleDesk
  readonly webhooks: WebhooksDesk & { prune(): Promise<void> }
  /** Resolves when the hub has stopped, whoever asked for it. */
  readonly stopped: Promise<void>
  stop(): Promise<void>
}

export interface OpenHub {
  readonly context: HubContext
  readonly desk: HubDesk
  readonly webhooks: WebhooksDesk
  readonly jobs: JobsDesk
  readonly fiscal: FiscalDesk
  readonly people: PeopleDesk
  close(): Promise<void>
}

/** The hub without its sockets, for the command line: what it writes for a box waits until the box asks. */
export async function openHub(config: DataConfig, options: HubOptions = {}): Promise<OpenHub> {
  const base = await openBase(config, options)
  const { context, sync } = wireRooms(base, { publish: async () => {}, subscribe: async () => {} })
  const { openLine } = sync
  const desk = createDesk({ context, secretKey: base.secretKey, openLine, disconnect: () => {}, forgetKeys: () => {} })
  const close = async () => {
    await sync.stop()
    await base.database.close()
  }
  return {
    context,
    desk,
    webhooks: createWebhooksDesk(base),
    jobs: createJobsDesk(base),
    fiscal: createFiscalDesk(base),
    people: createPeopleDesk(base),
    close,
  }
}

export async function startHub(config: HubConfig, options: HubOptions = {}): Promise<RunningHub> {
  const base = await openBase(config, options)
  const { store, clock, ids, log, database } = base
  const broker = createHubBroker(base, config)
  const { context, sync } = wireRooms(base, broker.wire)
  const line = createStoreLine({
    callStore: async (storeId, command) => (await sync.callStore(storeId, command))?.answer ?? null,
    heardAt: sync.heardAt,
  })
  const readMethods = createReadMethods(base.secretKey)
  const readPolicy = createReadPolicy({ readMethods, secretKey: base.secretKey })
  const { downlink } = context
  const bridge = bridgeOf(base, context, { readMethods, given: options.providers ?? {} })
  const refunds = createRefunds({ store, clock, ids, log, downlink, refundOrder: createRefundOrder(bridge) })
  const tokens = createAccessTokens({ secretKey: base.secretKey, clock })
  const sandbox = createSandboxAuthority({
    url: () => listener.url(),
    keyOf: (vendor) =>
      ensureKey(store, { ...vendor, ...SANDBOX_KEY, key: sandboxKey(base.secretKey, vendor.vendorId) }),
    delayMs: config.sandboxFiscalDelayMs,
    clock,
    log,
  })
  const authorities = { sandbox, ...options.authorities }
  const webhooks = createWebhooks({ ...base, allowPrivate: config.allowPrivateWebhooks })
  const queue = createQueue({
    store,
    clock,
    log,
    kinds: {
      ...callbackKinds({ ids, downlink }),
      ...fiscalKinds({ store, ids, downlink, authorities }),
      ...catalogKinds({ ids }),
      ...returnKinds({ downlink }),
      ...parkedKinds({ downlink }),
      ...webhooks.kinds,
      ...bridgeKinds(bridge),
    },
  })
  const health = createHealth({ store, ids, clock, log })
  const keyring = createKeyring({ store, clock })
  const menuBook = createMenuBook()
  const { disconnect } = broker
  const { openLine } = sync
  const desk = createDesk({ context, secretKey: base.secretKey, openLine, disconnect, forgetKeys: keyring.forget })
  const requestLog = createRequestLog({ store, ids, clock, log })
  const desks = { jobs: createJobsDesk(base), fiscal: createFiscalDesk(base), settleParked: sync.settleParked }
  const app = createHubApp({
    store,
    keyring,
    tokens,
    adminRoutes: adminRoutes({
      ...desks,
      ...base,
      claim: desk.claim,
      downlink,
      menuBook,
      keyring,
      validator: context.validator,
      updateCatalog: createUpdateCatalog({ store, ids, downlink }),
      behindProxy: config.behindProxy,
    }),
    admitPerson: createAdmitPerson({ store, behindProxy: config.behindProxy }),
    routes: hubRoutes({
      store,
      ids,
      clock,
      downlink,
      line,
      broker: broker.address,
      readBoxKey: createReadBoxKey(base.secretKey),
      tokens,
      readMethods,
      readPolicy,
      cancel: createCancel({ store, ids, line, readPolicy, refunds }),
      accept: createIntake({ store, ids }),
      premark: markProcessing,
      linkFiscal: createLinkFiscal(ids),
      bridge,
      beats: health.beats,
      hearFormer: sync.hearFormer,
      takeOver: { settle: settleSuccessorWith({ context, secretKey: base.secretKey }), disconnect },
      menuBook,
      log,
    }),
    validator: context.validator,
    rateLimiter: createLimits(config.rateLimit, clock),
    ids,
    log,
    metrics: createMetrics({ components: health.counts, jobs: queue.figures, now: clock.ms }),
    checks: { database: () => isAwake(store), broker: async () => broker.isUp() },
    version: packageJson.version,
    pagesDir: join(productRoot(), "dist", "hub-ui"),
    checkReplies: options.checkReplies ?? false,
    sandboxKey: options.sandboxKey,
    ...(config.requestLog === "on" && { keepRequest: requestLog.keep }),
  })
  const listener = createListener(app, config)
  const parts: Part[] = [
    databasePart(database),
    ...broker.around({ name: "sync", start: sync.start, stop: sync.stop }),
    createUseWriter({ keyring, log }),
    { name: "refunds", start: refunds.start, stop: refunds.stop },
    { name: "health", start: health.start, stop: health.stop },
    { name: "webhooks", start: () => {}, stop: webhooks.close },
    { name: "queue", start: queue.start, stop: queue.stop },
    webhooks.pruner,
    createCallbackPruner(base),
    ...requestLog.parts,
    listener,
    sandbox,
  ]
  const running = await startParts(parts, { log, ...(options.process && { process: options.process }) })
  log.info({ url: listener.url(), mqtt: broker.url() }, "the hub is up")
  return {
    url: listener.url(),
    mqttUrl: broker.url(),
    desk,
    sync,
    refunds,
    requestLog,
    queue,
    jobs: createJobsDesk(base),
    people: createPeopleDesk(base),
    webhooks: { ...createWebhooksDesk(base), prune: webhooks.pruner.round },
    health,
    stopped: running.stopped,
    stop: () => running.stop("asked to"),
  }
}

async function openBase(config: DataConfig, options: HubOptions) {
  const clock = options.clock ?? systemClock
  const log = options.log ?? createLog({ level: config.logLevel, name: "hub" })
  mkdirSync(config.data, { recursive: true })
  const secretKey = loadSecretKey({ given: config.secretKey, dataDir: config.data })
  const watchNesting = options.checkReplies ?? false
  const database = await openHubDatabase({ url: databaseUrl(config), clock, log, watchNesting })
  const ids = createIds({ clock })
  return { clock, log, secretKey, database, ids, store: createHubStore(database), hubId: ids.uuid() }
}

function bridgeOf(
  { store, secretKey, clock }: Base,
  { ids, log, downlink }: HubContext,
  { readMethods, given }: Pick<BridgeParts, "readMethods"> & { given: Providers },
): BridgeParts {
  const { find, byCode } = createFindProvider({ store, secretKey, kinds: PROVIDER_KINDS, given })
  return { store, ids, clock, log, downlink, readMethods, findProvider: find, providersByCode: byCode }
}

type Base = Awaited<ReturnType<typeof openBase>>

function wireRooms({ store, clock, log, ids, hubId }: Base, wire: Wire): { context: HubContext; sync: Sync } {
  const validator = createValidator()
  const downlink: Downlink = { isEnrolled, append: (...op) => sync.append(...op) }
  const applyUp = createApplyOp({ store, ids, validator })
  const onEpoch = createBeginEpoch({ store, ids })
  const onParked = createOnParked({ store, ids })
  const offer = createOffer(store)
  const former = createFormerOps({ store, ids })
  const sync: Sync = createSync({ store, wire, hubId, ids, clock, log, applyUp, offer, onEpoch, onParked, former })
  return { context: { store, clock, log, ids, validator, downlink }, sync }
}

async function isAwake(store: HubStore): Promise<boolean> {
  await store.system.read((scope) => findCaller(scope, ""))
  return true
}

function databasePart(database: Store<HubTables>): Part {
  return { name: "database", start: () => {}, stop: () => database.close() }
}
