/** Starts the hub. Only this file and `composition/` construct its parts. */
import type { Clock } from "../runtime/clock.ts"
import { createLimits } from "../runtime/http/caller-limits.ts"
import { createListener } from "../runtime/http/listen-http.ts"
import { MANY_CALLERS } from "../runtime/http/listener-limits.ts"
import { type Part, type Running, startParts } from "../runtime/lifecycle.ts"
import type { Log } from "../runtime/log.ts"
import type { Store } from "../runtime/storage/store.ts"
import { createHubBroker } from "./broker/index.ts"
import type { Refunds } from "./cancellation/index.ts"
import { createFeatures, openBase } from "./composition/features.ts"
import { createHttpHandler } from "./composition/http.ts"
import type { OperatorActions } from "./composition/hub-context.ts"
import { createBackgroundWork } from "./composition/jobs.ts"
import { createOperatorActions } from "./composition/operator-actions.ts"
import type { HubConfig } from "./config.ts"
import type { Authorities } from "./fiscal/index.ts"
import type { Health } from "./health/index.ts"
import type { Providers } from "./payments/providers/index.ts"
import { createJobsAdmin, type JobsAdmin, type Queue } from "./queue/index.ts"
import type { RequestLog } from "./request-log/index.ts"
import type { HubTables } from "./storage/index.ts"
import type { Sync } from "./sync/index.ts"
import { createKeyring, createReadMethods, createUseWriter } from "./tenants/index.ts"
import { createUserAdmin, type UserAdmin } from "./users/index.ts"
import { createWebhooksAdmin, type WebhooksAdmin } from "./webhooks/index.ts"

interface HubOptions {
  readonly log?: Log
  readonly clock?: Clock
  /** Node's `process`, so that signals stop the hub. Left out when the caller stops it. */
  readonly process?: NodeJS.EventEmitter
  /** Checks each answer against the contract. Used in tests. */
  readonly checkReplies?: boolean
  /** Payment providers by the code that payment methods name. */
  readonly providers?: Providers
  /** Fiscal authorities in addition to the embedded sandbox, by the code that stores name. */
  readonly authorities?: Authorities
  /** A public key for "try it" in the API reference. Only the demo has one. */
  readonly sandboxKey?: string
}

export interface RunningHub {
  readonly url: string
  /** The embedded broker's address, or the external one's. */
  readonly mqttUrl: string
  readonly operator: OperatorActions
  readonly sync: Pick<Sync, "stateOf" | "deadLetters" | "settleDeadLetter">
  readonly refunds: Pick<Refunds, "sweep">
  readonly requestLog: Pick<RequestLog, "flush" | "prune">
  readonly health: Pick<Health, "look" | "components" | "outages">
  readonly queue: Pick<Queue, "settle" | "figures">
  readonly jobs: JobsAdmin
  readonly users: UserAdmin
  readonly webhooks: WebhooksAdmin & { prune(): Promise<void> }
  /** Resolves when the hub has stopped, for any reason. */
  readonly stopped: Promise<void>
  stop(): Promise<void>
}

export async function startHub(config: HubConfig, options: HubOptions = {}): Promise<RunningHub> {
  const untrusted = createUntrustedStop()
  const base = await openBase(config, { ...options, onUntrusted: untrusted.onUntrusted })
  const { store, clock, log, secretKey } = base
  const broker = createHubBroker(base, config)
  const { context, sync } = createFeatures(base, broker.wire)
  const keyring = createKeyring({ store, clock })
  const operator = createOperatorActions({
    context,
    secretKey,
    disconnect: broker.disconnect,
    forgetKeys: keyring.forget,
  })
  const rateLimiter = createLimits(config.rateLimit, clock)
  const readMethods = createReadMethods(secretKey)
  const { providers = {}, authorities = {}, checkReplies = false, sandboxKey } = options
  const ownUrl = () => listener.url()
  const work = createBackgroundWork({ base, context, config, readMethods, providers, authorities, ownUrl })
  const httpDeps = {
    base,
    context,
    config,
    sync,
    broker,
    work,
    operator,
    keyring,
    rateLimiter,
    readMethods,
    checkReplies,
    sandboxKey,
  }
  const labels = { ids: base.ids, rateLimiter, behindProxy: config.behindProxy }
  const listener = createListener(createHttpHandler(httpDeps), { ...config, ...labels, limits: MANY_CALLERS })
  const parts: Part[] = [
    databasePart(base.database),
    ...broker.partsWith({ name: "sync", start: sync.start, stop: sync.stop }),
    createUseWriter({ keyring, log }),
    ...work.parts,
    listener,
    work.sandbox,
  ]
  const running = await startParts(parts, { log, ...(options.process && { process: options.process }) })
  untrusted.stopWith(running, log)
  log.info({ url: listener.url(), mqtt: broker.url() }, "the hub is up")
  const { refunds, requestLog, queue, health, webhooks } = work
  return {
    url: listener.url(),
    mqttUrl: broker.url(),
    operator,
    sync,
    refunds,
    requestLog,
    queue,
    jobs: createJobsAdmin(base),
    users: createUserAdmin(base),
    webhooks: { ...createWebhooksAdmin(base), prune: webhooks.pruner.round },
    health,
    stopped: running.stopped,
    stop: () => running.stop("asked to"),
  }
}

/** After a failed disk sync the hub cannot write until it restarts. It stops, so that the service manager restarts it. */
function createUntrustedStop() {
  let error: Error | null = null
  let stop = () => {}
  return {
    onUntrusted(failure: Error) {
      error = failure
      stop()
    },
    stopWith(running: Running, log: Log) {
      stop = () => {
        log.error({ err: error }, "the disk could not be synced: the hub stops and must be restarted")
        void running.stop("the disk could not be synced")
      }
      if (error) stop()
    },
  }
}

function databasePart(database: Store<HubTables>): Part {
  return { name: "database", start: () => {}, stop: () => database.close() }
}
