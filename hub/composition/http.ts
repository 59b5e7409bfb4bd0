/** Builds the hub's HTTP handler: routes, authentication by key and session, and the dashboard's pages. */
import type { RequestListener } from "node:http"
import { join } from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { createAccessTokens } from "../../runtime/http/access-token.ts"
import type { RateLimiter } from "../../runtime/http/rate-limit.ts"
import { productRoot } from "../../runtime/root.ts"
import type { HubBroker } from "../broker/index.ts"
import { createIntake, immediateCallbacks } from "../callbacks/index.ts"
import { createCancel } from "../cancellation/index.ts"
import { createMenuBook, createUpdateCatalog } from "../catalog/index.ts"
import type { HubConfig } from "../config.ts"
import { createStoreCaller } from "../enrolment/index.ts"
import { createFiscalAdmin, createLinkFiscal } from "../fiscal/index.ts"
import { adminRoutes, createHubApp, createMetrics, hubRoutes } from "../http/index.ts"
import { createJobsAdmin } from "../queue/index.ts"
import { type HubStore, readingAsLists } from "../storage/index.ts"
import type { Sync } from "../sync/index.ts"
import { settleSuccessorWith } from "../sync-handlers/index.ts"
import { createReadBoxKey, createReadPolicy, findCaller, type Keyring, type ReadMethods } from "../tenants/index.ts"
import { createAdmitUser } from "../users/index.ts"
import type { HubBase } from "./features.ts"
import type { HubContext, OperatorActions } from "./hub-context.ts"
import type { BackgroundWork } from "./jobs.ts"

interface HttpDeps {
  readonly base: HubBase
  readonly context: HubContext
  readonly config: HubConfig
  readonly sync: Sync
  readonly broker: HubBroker
  readonly work: BackgroundWork
  readonly operator: OperatorActions
  readonly keyring: Keyring
  readonly rateLimiter: RateLimiter
  readonly readMethods: ReadMethods
  readonly checkReplies: boolean
  readonly sandboxKey?: string | undefined
}

export function createHttpHandler(deps: HttpDeps): RequestListener {
  const { base, context, config, work, broker, keyring, rateLimiter } = deps
  const { store, clock, ids, log } = base
  const tokens = createAccessTokens({ secretKey: base.secretKey, clock })
  const menuBook = createMenuBook()
  return createHubApp({
    store,
    keyring,
    tokens,
    adminRoutes: createAdminRoutes(deps, menuBook),
    admitUser: createAdmitUser({ store, behindProxy: config.behindProxy }),
    routes: createRoutes(deps, { tokens, menuBook }),
    validator: context.validator,
    rateLimiter,
    behindProxy: config.behindProxy,
    ids,
    log,
    metrics: createMetrics({ components: work.health.counts, jobs: work.queue.figures, now: clock.ms }),
    checks: { database: () => canRead(store), broker: async () => broker.isUp() },
    version: packageJson.version,
    guests: work.guests,
    pagesDir: join(productRoot(), "dist", "hub-ui"),
    checkReplies: deps.checkReplies,
    sandboxKey: deps.sandboxKey,
    ...(config.requestLog === "on" && { keepRequest: work.requestLog.keep }),
  })
}

type MenuBook = ReturnType<typeof createMenuBook>

/** The routes of the dashboard. */
function createAdminRoutes({ base, context, config, sync, operator, keyring }: HttpDeps, menuBook: MenuBook) {
  const { store, ids } = base
  const { downlink, validator } = context
  const asLists = { ...base, store: readingAsLists(store) }
  return adminRoutes({
    ...asLists,
    jobs: createJobsAdmin(asLists),
    fiscal: createFiscalAdmin(asLists),
    settleDeadLetter: sync.settleDeadLetter,
    claim: operator.claim,
    downlink,
    menuBook,
    keyring,
    validator,
    updateCatalog: createUpdateCatalog({ store, ids, downlink }),
    behindProxy: config.behindProxy,
  })
}

/** The routes of integrators and boxes. */
function createRoutes(
  { base, context, sync, broker, work, readMethods, rateLimiter }: HttpDeps,
  { tokens, menuBook }: Pick<Parameters<typeof hubRoutes>[0], "tokens" | "menuBook">,
) {
  const { store, clock, ids, log, secretKey } = base
  const { downlink } = context
  const readPolicy = createReadPolicy({ readMethods, secretKey })
  const caller = createStoreCaller({
    callStore: async (storeId, command) => (await sync.callStore(storeId, command))?.answer ?? null,
    lastSeenAt: sync.lastSeenAt,
  })
  return hubRoutes({
    store,
    ids,
    clock,
    downlink,
    line: caller,
    broker: broker.address,
    readBoxKey: createReadBoxKey(secretKey),
    tokens,
    readMethods,
    readPolicy,
    cancel: createCancel({ store, ids, line: caller, readPolicy, refunds: work.refunds }),
    accept: createIntake({ store, ids, atOnce: immediateCallbacks({ downlink }) }),
    linkFiscal: createLinkFiscal(ids),
    payments: work.payments,
    heartbeats: work.health.beats,
    receiveLeftover: sync.takeFromFormerBox,
    acceptPromotion: {
      settle: settleSuccessorWith({ context, secretKey }),
      disconnect: broker.disconnect,
    },
    menuBook,
    rateLimiter,
    log,
  })
}

async function canRead(store: HubStore): Promise<boolean> {
  await store.system.read((scope) => findCaller(scope, ""))
  return true
}
