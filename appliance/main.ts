/** Puts the box together: the only place that constructs. */
import { mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../package.json" with { type: "json" }
import { localeOf } from "../protocol/print/papers.ts"
import { createLimits } from "../protocol/runtime/caller-limits.ts"
import { type Clock, systemClock } from "../protocol/runtime/clock.ts"
import { createIds } from "../protocol/runtime/ids.ts"
import { type Part, startParts } from "../protocol/runtime/lifecycle.ts"
import { createListener } from "../protocol/runtime/listen-http.ts"
import { createLog, type Log } from "../protocol/runtime/log.ts"
import { migrateSqlite } from "../protocol/runtime/migrate.ts"
import { ownDirectory } from "../protocol/runtime/own-directory.ts"
import { productRoot } from "../protocol/runtime/root.ts"
import { loadSecretKey } from "../protocol/runtime/secret-key.ts"
import { createCheckpoints, openSqlite } from "../protocol/runtime/sqlite.ts"
import { createValidator } from "../protocol/runtime/validate.ts"
import { createApplyOp } from "./apply-op.ts"
import { createLanBroker, lanPart, nudging, withNudges } from "./broker/index.ts"
import { createCare, type DiskRoom, repairDatabase } from "./care/index.ts"
import { createStockWatch, readConfig } from "./catalog/index.ts"
import type { ApplianceConfig } from "./config.ts"
import { type BoxContext, boxRoutes, sharedHandlers } from "./context.ts"
import { closedUntil, currentDay } from "./day/index.ts"
import {
  createCodeTries,
  createPairingCode,
  createPresence,
  findDeviceKey,
  hasDevice,
  lanUrl,
  type NewDevice,
  withPresence,
} from "./devices/index.ts"
import { createDrill } from "./drill/index.ts"
import { createCredentials, hubPart } from "./enrolment/index.ts"
import { createExecute } from "./execute-endpoint.ts"
import { createNumberSale, noticeCopy, waitForSequences } from "./fiscal/index.ts"
import { createRelay, hearScreen } from "./health/index.ts"
import { createBoxApp } from "./http/index.ts"
import { withTickets } from "./kitchen/index.ts"
import { withKitchenPapers } from "./papers/index.ts"
import { SHARED_ACTS } from "./people-routes.ts"
import { createPrinting, pageOf } from "./printing/index.ts"
import { createHashPin, createRecordAudit, createStaffGate } from "./staff/index.ts"
import { createBoxStore, MIGRATIONS } from "./storage/index.ts"
import { createUplink, markRestored, type SyncStatus, type Uplink, waitForReturned } from "./sync/index.ts"
import { keepBeforeMigration, takeReturn } from "./update/index.ts"
import { wireSetup } from "./wire-setup.ts"
import { shippingOf, wireStandby } from "./wire-standby.ts"
import { wireUpdates } from "./wire-updates.ts"

const DATABASE_FILE = "box.db"
const NEWEST_KNOWN = MIGRATIONS.at(-1)?.id ?? 0

export interface ApplianceOptions {
  readonly log?: Log
  readonly clock?: Clock
  /** Node's `process`, so that signals stop the box; left out where something else does. */
  readonly process?: NodeJS.EventEmitter
  /** Answers are checked against the contract: in tests, where a wrong one is a bug to see. */
  readonly checkReplies?: boolean
  /** The room on the disk: in tests, which have all of it. */
  readonly room?: () => DiskRoom
  /** Shows a person the code that gives this box its store. */
  readonly showClaim?: (code: string, expiresAt: string) => void
  /** Told once the box has its store, and again whenever the store's configuration changes. */
  readonly onConfigured?: () => void
}

export interface RunningAppliance {
  readonly url: string
  readonly mqttPort: number
  sync(): SyncStatus
  /** Tells the hub how the store is, if it is time to; answers whether it did. */
  tellHealth(): boolean
  hasConfig(): boolean
  /** A code that pairs a screen once; null while the device is paired already. */
  pairingCode(device: NewDevice): string | null
  /** Resolves when the box has stopped, whoever asked for it. */
  readonly stopped: Promise<void>
  stop(): Promise<void>
}

/** Throws `DirectoryTaken` where another box works on the same data. */
export async function startAppliance(
  config: ApplianceConfig,
  options: ApplianceOptions = {},
): Promise<RunningAppliance> {
  mkdirSync(config.data, { recursive: true })
  const owned = ownDirectory(config.data)
  try {
    return await start(config, options, owned.release)
  } catch (error) {
    owned.release()
    throw error
  }
}

async function start(
  config: ApplianceConfig,
  options: ApplianceOptions,
  release: () => void,
): Promise<RunningAppliance> {
  const clock = options.clock ?? systemClock
  const log = options.log ?? createLog({ level: config.logLevel, name: "box" })
  const ids = createIds({ clock })
  takeReturn(join(config.data, DATABASE_FILE), NEWEST_KNOWN, log)
  const repaired = repairDatabase({ data: config.data, now: clock.iso(), log })
  const db = openSqlite(join(config.data, DATABASE_FILE), { keepStatements: true })
  await keepBeforeMigration(db, NEWEST_KNOWN)
  migrateSqlite(db, MIGRATIONS, clock.iso())
  const secretKey = loadSecretKey({ given: config.secretKey, dataDir: config.data })
  const credentials = createCredentials(db, secretKey)
  const store = createBoxStore(db, clock)
  store.write((tx) => {
    if (noticeCopy(tx, statSync(join(config.data, DATABASE_FILE)))) markRestored(tx)
  })
  const validator = createValidator()
  const broker = createLanBroker({
    deviceOf: (key) => store.read((tx) => findDeviceKey(tx, key)),
    onBeat: (deviceId, beat) => presence.onBeat(deviceId, beat),
    host: config.host,
    port: config.mqttPort,
    boot: ids.hex12(),
    log,
  })
  const onDevices = () => broker.notify("devices")
  const presence = createPresence({ store, clock, onChange: onDevices, onAlive: hearScreen })
  const printing = createPrinting({
    db,
    clock,
    ids,
    printers: config.printer,
    pageOf: (printer) => store.read((tx) => pageOf(tx, printer)),
    locale: () => localeOf(store.read(readConfig)?.store ?? { countryCode: null }),
    onChange: () => broker.notify("printers"),
  })
  // The uplink executes with handlers that record in its outbox: the knot is tied here, once.
  const uplink: Uplink = createUplink({
    store,
    ids,
    log,
    applyDown: (tx, op) => applyOp(tx, op),
    execute: (tx, command) => execute(tx, command),
    chance: Math.random,
    onEpoch: (tx, epoch) => void [waitForSequences(tx, epoch), waitForReturned(tx, epoch)],
    onStatus: () => broker.notify("hub"),
  })
  const onTickets = () => broker.notify("tickets")
  const paperBox = withTickets(withKitchenPapers(uplink.outbox, { ids, printing }), onTickets)
  const outbox = withNudges(paperBox, broker.notify)
  const record = createRecordAudit({ ids, outbox })
  const drill = createDrill({ store, clock, log, uplink, record, onChange: () => broker.notify("drill") })
  const updates = wireUpdates({ config, store, clock, log, credentials, printing, record })
  const hubLink: BoxContext["hubLink"] = () => {
    const { link, fenced, unsent, lastAckAt } = uplink.status()
    return { claimed: credentials.read() !== null, link, replaced: fenced, unsent, lastAckAt }
  }
  const onMenu = () => broker.notify("menu")
  const shipping = shippingOf(db, ids)
  const checkpoints = createCheckpoints(db, { empty: shipping.emptyLog })
  const onChange = () => void [broker.notify("hub"), health.onNews()]
  const around = { config, options, store, clock, checkpoints, repaired, uplink, printing, onChange }
  const care = createCare({ ...around, validator, outbox, log, record, onMenu, onTickets })
  const health = createRelay({
    store,
    outbox,
    clock,
    log,
    version: packageJson.version,
    startedAt: clock.iso(),
    line: uplink.status,
    printers: printing.status,
    care,
  })
  const stockWatch = createStockWatch({ store, clock, onMenu })
  const ownUrl = () => lanUrl({ ...config, port: Number(new URL(listener.url()).port) })
  const room = { config, store, ids, clock, log, printing, credentials, record, uplink, secretKey, shipping }
  const setup = wireSetup({ ...room, lanUrl: ownUrl, showClaim: options.showClaim })
  const standby = wireStandby({ ...room, tries: createCodeTries(clock) })
  const context: BoxContext = {
    store,
    ids,
    log,
    outbox,
    printing,
    hubLink,
    onHealthNews: () => health.onNews(),
    sealKey: () => credentials.read()?.sealKey ?? null,
    isOnline: () => uplink.status().link === "up",
    onMenu,
    onOrders: (tx) => tx.afterCommit(() => broker.notify("orders")),
    onTickets,
    agrees: () => uplink.status().agreed,
    manage: {
      line: uplink.status,
      isClaimed: () => credentials.read() !== null,
      version: packageJson.version,
      startedAt: clock.iso(),
      care: care.state,
      bundle: care.bundle,
    },
    takeIn: (tx, op) => applyOp(tx, op),
    record,
    updates,
    standby: standby.routes,
    setup: setup.routes,
    people: {
      presence,
      drill,
      hashPin: createHashPin(secretKey),
      codeTries: createCodeTries(clock),
      lanUrl: ownUrl,
      cut: (deviceId) => broker.disconnect(deviceId),
      onDevices,
      onStaff: () => broker.notify("staff"),
    },
  }
  const shared = sharedHandlers(context)
  const execute = createExecute({ handlers: shared, validator })
  const onConfig = () => {
    onMenu()
    options.onConfigured?.()
  }
  const numberSale = createNumberSale(context)
  const takeIn = createApplyOp({
    validator,
    numberSale,
    ids,
    log,
    outbox,
    days: { open: currentDay, closedUntil },
    onConfig,
    onMenu,
    onTickets,
    record,
  })
  const applyOp = nudging(takeIn, broker.notify)
  const app = createBoxApp({
    store,
    routes: boxRoutes(context, shared),
    validator,
    rateLimiter: createLimits(config.rateLimit, clock),
    ids,
    log,
    version: packageJson.version,
    pagesDir: join(productRoot(), "dist", "ui"),
    changes: broker.changes,
    replaced: () => uplink.status().fenced,
    hasStore: () => store.read(readConfig) !== null,
    checkReplies: options.checkReplies ?? false,
    guard: withPresence(createStaffGate({ store, acts: SHARED_ACTS }), presence),
    observe: drill.observe,
  })
  const listener = createListener(app, config)
  const lan = lanPart(broker, listener)
  const parts: Part[] = [
    {
      name: "database",
      start: () => checkpoints.start(),
      stop: () => void [checkpoints.stop(), standby.stop(), db.close(), release()],
    },
    care,
    { name: "printing", start: () => printing.start(), stop: () => printing.stop() },
    standby.peers,
    listener,
    lan,
    hubPart({
      config,
      settle: standby.peers.settle,
      showClaim: setup.showClaim,
      version: packageJson.version,
      uplink,
      connect: drill.connect,
      clock,
      log,
      credentials,
    }),
    presence,
    drill,
    updates,
    { name: "health", start: health.start, stop: health.stop },
    { name: "stock", start: stockWatch.start, stop: stockWatch.stop },
  ]
  const running = await startParts(parts, { log, ...(options.process && { process: options.process }) })
  log.info({ url: listener.url(), mqttPort: lan.port() }, "the box is up")
  return {
    url: listener.url(),
    mqttPort: lan.port(),
    sync: uplink.status,
    tellHealth: health.tick,
    hasConfig: () => store.read(readConfig) !== null,
    pairingCode: (device) =>
      store.write((tx) => (hasDevice(tx, device.deviceId) ? null : createPairingCode(tx, device, ids))),
    stopped: running.stopped,
    stop: () => running.stop("asked to"),
  }
}
