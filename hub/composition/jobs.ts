/** Work that the hub does without a request: queue, refunds, health, webhooks, pruning, the embedded sandboxes. */
import { createGuardedClient, type GuardedClient } from "../../runtime/http/guarded-client.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import { callbackKinds, createCallbackPruner } from "../callbacks/index.ts"
import { createRefunds, type Refunds } from "../cancellation/index.ts"
import { catalogKinds } from "../catalog/index.ts"
import { archiveDir, type HubConfig } from "../config.ts"
import { type Authorities, createSandboxAuthority, fiscalKinds, sandboxKey } from "../fiscal/index.ts"
import { createHealth, type Health } from "../health/index.ts"
import { createRefundOrder, type PaymentDeps, paymentJobKinds } from "../payments/index.ts"
import {
  createFindProvider,
  createOwnSandbox,
  type GuestPayments,
  type OwnSandbox,
  PROVIDER_KINDS,
  type Providers,
} from "../payments/providers/index.ts"
import { createQueue, type Queue } from "../queue/index.ts"
import { createRequestLog, type RequestLog } from "../request-log/index.ts"
import { createArchiver, retentionOf } from "../retention/index.ts"
import { createAuditPruner } from "../store-audit/index.ts"
import { deadLetterJobKinds, returnKinds } from "../sync-handlers/index.ts"
import { ensureKey, type ReadMethods } from "../tenants/index.ts"
import { createWebhooks, type Webhooks } from "../webhooks/index.ts"
import type { HubBase } from "./features.ts"
import type { HubContext } from "./hub-context.ts"

/** The embedded sandbox authority calls back with this key; each vendor has one. */
const SANDBOX_KEY = { name: "sandbox authority", scopes: ["webhooks:fiscal"] }

interface BackgroundWorkDeps {
  readonly base: HubBase
  readonly context: HubContext
  readonly config: HubConfig
  readonly readMethods: ReadMethods
  readonly providers: Providers
  readonly authorities: Authorities
  /** The address at which this hub can call itself. */
  readonly ownUrl: () => string
}

export interface BackgroundWork {
  readonly payments: PaymentDeps
  /** The pages of the sandbox payment provider. */
  readonly guests: GuestPayments
  readonly refunds: Refunds
  readonly webhooks: Webhooks
  readonly queue: Queue
  readonly health: Health
  readonly requestLog: RequestLog
  /** Started before the hub listens, in this order. */
  readonly parts: readonly Part[]
  /** Started after the hub listens, because it calls the hub. */
  readonly sandbox: Part
}

export function createBackgroundWork({
  base,
  context,
  config,
  readMethods,
  ...given
}: BackgroundWorkDeps): BackgroundWork {
  const { store, clock, ids, log } = base
  const { downlink } = context
  const retention = retentionOf(config)
  const providerClient = createGuardedClient({ allowPrivate: config.allowPrivateWebhooks })
  const publicUrl = () => (config.publicUrl ?? given.ownUrl()).replace(/\/+$/, "")
  const ownSandbox = createOwnSandbox({ ...base, ownUrl: given.ownUrl, publicUrl })
  const providers = { given: given.providers, client: providerClient, sandbox: ownSandbox }
  const payments = paymentDepsOf(base, context, { readMethods, ...providers })
  const refunds = createRefunds({
    store,
    clock,
    ids,
    log,
    downlink,
    refundOrder: createRefundOrder(payments),
  })
  const sandbox = createAuthority(base, config, given.ownUrl)
  const webhooks = createWebhooks({ ...base, keptMs: retention.eventsMs, allowPrivate: config.allowPrivateWebhooks })
  const kinds = {
    ...callbackKinds({ ids, downlink }),
    ...fiscalKinds({ store, ids, downlink, authorities: { sandbox, ...given.authorities } }),
    ...catalogKinds({ ids }),
    ...returnKinds({ downlink }),
    ...deadLetterJobKinds({ downlink }),
    ...webhooks.kinds,
    ...paymentJobKinds(payments),
    ...ownSandbox.kinds,
  }
  const queue = createQueue({ store, clock, log, kinds })
  const health = createHealth({ store, ids, clock, log })
  const requestLog = createRequestLog({ store, ids, clock, log, keptMs: retention.requestsMs })
  const parts: Part[] = [
    { name: "refunds", start: refunds.start, stop: refunds.stop },
    { name: "health", start: health.start, stop: health.stop },
    { name: "webhooks", start: () => {}, stop: webhooks.close },
    { name: "payment providers", start: () => {}, stop: providerClient.close },
    { name: "queue", start: queue.start, stop: queue.stop },
    webhooks.pruner,
    createCallbackPruner({ ...base, keptMs: retention.reportsMs }),
    createAuditPruner({ ...base, keptMs: retention.trailMs }),
    createArchiver({ store, clock, log, dir: archiveDir(config), months: config.keepOrders }),
    ...requestLog.parts,
  ]
  return { payments, guests: ownSandbox.guests, refunds, webhooks, queue, health, requestLog, parts, sandbox }
}

function paymentDepsOf(
  { store, secretKey, clock }: HubBase,
  { ids, log, downlink }: HubContext,
  {
    readMethods,
    ...providers
  }: Pick<PaymentDeps, "readMethods"> & { given: Providers; client: GuardedClient; sandbox: OwnSandbox },
): PaymentDeps {
  const { find, byCode } = createFindProvider({ store, secretKey, kinds: PROVIDER_KINDS, ...providers })
  return { store, ids, clock, log, downlink, readMethods, findProvider: find, providersByCode: byCode }
}

function createAuthority({ store, secretKey, clock, log }: HubBase, config: HubConfig, url: () => string) {
  return createSandboxAuthority({
    url,
    keyOf: (vendor) => ensureKey(store, { ...vendor, ...SANDBOX_KEY, key: sandboxKey(secretKey, vendor.vendorId) }),
    delayMs: config.sandboxFiscalDelayMs,
    clock,
    log,
  })
}
