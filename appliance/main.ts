/** Builds and starts the box from the parts in `composition/`. */
import { join } from "node:path"
import packageJson from "../package.json" with { type: "json" }
import type { Clock } from "../runtime/clock.ts"
import { createListener } from "../runtime/http/listen-http.ts"
import { type Part, startParts } from "../runtime/lifecycle.ts"
import type { Log } from "../runtime/log.ts"
import { reserveStartupSpace } from "../runtime/reserved-disk-space.ts"
import { productRoot } from "../runtime/root.ts"
import { lanPart } from "./broker/index.ts"
import { readConfig } from "./catalog/index.ts"
import { type BoxConnections, openConnections } from "./composition/connections.ts"
import { type BoxHandlers, buildHandlers } from "./composition/handlers.ts"
import { startMonitoring } from "./composition/monitoring.ts"
import { type BoxData, lockJournal, openData, withLockedDirectory } from "./composition/open-data.ts"
import { boxRoutes } from "./composition/routes.ts"
import { buildSetup } from "./composition/setup.ts"
import { SHARED_ACTS } from "./composition/staff-routes.ts"
import { buildStandby } from "./composition/standby.ts"
import { buildUpdates } from "./composition/updates.ts"
import type { ApplianceConfig } from "./config.ts"
import {
  countPairingAttempts,
  createPairingCode,
  hasDevice,
  hostNames,
  lanUrl,
  type NewDevice,
  recheckPairing,
  withPresence,
} from "./devices/index.ts"
import { connectToHub, type ShowClaim } from "./enrolment/index.ts"
import { createBoxApp } from "./http/index.ts"
import type { DiskRoom } from "./maintenance/index.ts"
import { createStaffGate } from "./staff/index.ts"
import type { SyncStatus } from "./sync/index.ts"

interface ApplianceOptions {
  readonly log?: Log
  readonly clock?: Clock
  /** Node's `process`, whose signals stop the box. Undefined where the caller stops it. */
  readonly process?: NodeJS.EventEmitter
  /** The result of a database check that already runs; by default the start checks the database itself. */
  readonly checked?: Promise<readonly string[]>
  /** Whether responses are checked against the contract; only tests do this. */
  readonly checkReplies?: boolean
  /** Reads the free space of the disk; tests replace it. */
  readonly room?: () => DiskRoom
  /** Shows a person the claim code, with which the hub gives this box its store. */
  readonly showClaim?: ShowClaim
  /** Called when the box gets its store, and whenever the store's configuration changes. */
  readonly onConfigured?: () => void
}

export interface RunningAppliance {
  readonly url: string
  readonly mqttPort: number
  sync(): SyncStatus
  /** Reports the store's health to the hub if it is due; returns whether it did. */
  tellHealth(): boolean
  hasConfig(): boolean
  /** A single-use code that pairs a screen; null if the device is paired already. */
  pairingCode(device: NewDevice): string | null
  /** Resolves when the box has stopped. */
  readonly stopped: Promise<void>
  stop(): Promise<void>
}

/** Throws `DirectoryInUse` if another box uses the same data directory. */
export function startAppliance(config: ApplianceConfig, options: ApplianceOptions = {}): Promise<RunningAppliance> {
  return withLockedDirectory(config.data, async (release) => {
    const unlockJournal = lockJournal(config.journal)
    try {
      return await start(config, options, () => void [unlockJournal(), release()])
    } catch (error) {
      unlockJournal()
      throw error
    }
  })
}

async function start(
  config: ApplianceConfig,
  options: ApplianceOptions,
  release: () => void,
): Promise<RunningAppliance> {
  const data = await openData(config, options)
  const { store, clock, ids, log, credentials } = data
  const startedAt = clock.iso()
  // The uplink needs the handlers and the handlers need its outbox, so the uplink gets them later.
  const connections = openConnections(data, config, () => handling)
  const { broker, presence, printing, uplink, record, drill } = connections
  const onMenu = () => broker.notify("menu")
  const watch = startMonitoring(data, connections, { config, options, onMenu, startedAt })
  const updates = buildUpdates({ config, store, clock, log, credentials, printing, record })
  const ownUrl = () => lanUrl({ ...config, port: Number(new URL(listener.url()).port) })
  const setup = buildSetup({ ...data, config, printing, uplink, lanUrl: ownUrl, showClaim: options.showClaim })
  const standby = buildStandby({ ...data, config, record, uplink, tries: countPairingAttempts(clock) })
  const onConfig = () => {
    onMenu()
    watch.care.onStore()
    options.onConfigured?.()
  }
  const around = { data, line: connections, watch, startedAt, updates, onMenu, onConfig, lanUrl: ownUrl }
  const handling = buildHandlers({ ...around, standby: standby.routes, setup: setup.routes })
  const app = wireHttp({ data, line: connections, handling }, config, options.checkReplies ?? false)
  const listener = createListener(app, { ...config, ids, rateLimiter: data.rateLimiter })
  const lan = lanPart(broker, listener)
  const { settle } = standby.peers
  const { connect } = drill
  const { version } = packageJson
  const parts: Part[] = [
    databasePart(data, { folder: config.data, stopStandby: standby.stop, release }),
    watch.care,
    { name: "printing", start: () => printing.start(), stop: () => printing.stop() },
    standby.peers,
    listener,
    lan,
    connectToHub({ config, settle, showClaim: setup.showClaim, version, uplink, connect, log, credentials }),
    presence,
    drill,
    updates,
    { name: "health", start: watch.health.start, stop: watch.health.stop },
    { name: "stock", start: watch.stock.start, stop: watch.stock.stop },
  ]
  const running = await startParts(parts, { log, ...(options.process && { process: options.process }) })
  log.info({ url: listener.url(), mqttPort: lan.port() }, "the box is up")
  if (uplink.standing().fenced) log.warn({}, "another box has taken over this store: this one sells nothing more")
  return {
    url: listener.url(),
    mqttPort: lan.port(),
    sync: uplink.status,
    tellHealth: watch.health.tick,
    hasConfig: () => store.read(readConfig) !== null,
    pairingCode: (device) =>
      store.write((tx) => (hasDevice(tx, device.deviceId) ? null : createPairingCode(tx, device, ids))),
    stopped: running.stopped,
    stop: () => running.stop("asked to"),
  }
}

/** Starts first and stops last: all other parts use the database. */
function databasePart(
  { checkpoints, journal, db }: BoxData,
  { folder, stopStandby, release }: { folder: string; stopStandby: () => void; release: () => void },
): Part {
  return {
    name: "database",
    start: () => checkpoints.start(),
    stop() {
      checkpoints.stop()
      stopStandby()
      journal.close()
      db.close()
      reserveStartupSpace(folder)
      release()
    },
  }
}

interface Door {
  readonly data: BoxData
  readonly line: BoxConnections
  readonly handling: BoxHandlers
}

function wireHttp({ data, line, handling }: Door, config: ApplianceConfig, checkReplies: boolean) {
  const { store, validator, rateLimiter, ids, log } = data
  const { broker, uplink, presence, drill } = line
  return createBoxApp({
    store,
    routes: boxRoutes(handling.context, handling.shared),
    validator,
    rateLimiter,
    ids,
    log,
    version: packageJson.version,
    hostNames: hostNames(config.publicUrl),
    pagesDir: join(productRoot(), "dist", "ui"),
    changes: broker.changes,
    replaced: () => uplink.standing().fenced,
    hasStore: () => store.read(readConfig) !== null,
    checkReplies,
    guard: recheckPairing(withPresence(createStaffGate({ store, acts: SHARED_ACTS }), presence), store),
    observe: drill.observe,
  })
}
