/** What the hub does on its own, beside answering: queue, refunds, health, webhooks, the embedded sandbox authority. */
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
import { lockStoreLogs } from "../sync/index.ts"
import { deadLetterJobKinds, returnKinds } from "../sync-handlers/index.ts"
import { ensureKey, type ReadMethods } from "../tenants/index.ts"
import { createWebhooks, type Webhooks } from "../webhooks/index.ts"
import type { HubBase } from "./features.ts"
import type { HubContext } from "./hub-context.ts"

/** With which the embedded sandbox authority calls back; one key a vendor. */
const SANDBOX_KEY = { name: "sandbox authority", scopes: ["webhooks:fiscal"] }

export interface BackgroundWorkDeps {
  readonly base: HubBase
  readonly context: HubContext
  readonly config: HubConfig
  readonly readMethods: ReadMethods
  readonly providers: Providers
  readonly authorities: Authorities
  /** Where this hub is reached by itself. */
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
  /** What runs before the hub listens, in order. */
  readonly parts: readonly Part[]
  /** Calls the hub itself, so it starts after the hub listens. */
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
  const kept = retentionOf(config)
  const toProviders = createGuardedClient({ allowPrivate: config.allowPrivateWebhooks })
  const publicUrl = () => (config.publicUrl ?? given.ownUrl()).replace(/\/+$/, "")
  const ownSandbox = createOwnSandbox({ ...base, ownUrl: given.ownUrl, publicUrl })
  const providers = { given: given.providers, client: toProviders, sandbox: ownSandbox }
  const payments = bridgeOf(base, context, { readMethods, ...providers })
  const refunds = createRefunds({
    store,
    clock,
    ids,
    log,
    downlink,
    lockStoreLogs,
    refundOrder: createRefundOrder(payments),
  })
  const sandbox = sandboxOf(base, config, given.ownUrl)
  const webhooks = createWebhooks({ ...base, keptMs: kept.eventsMs, allowPrivate: config.allowPrivateWebhooks })
  const kinds = {
    ...callbackKinds({ ids, downlink, lockStoreLogs }),
    ...fiscalKinds({ store, ids, downlink, lockStoreLogs, authorities: { sandbox, ...given.authorities } }),
    ...catalogKinds({ ids }),
    ...returnKinds({ downlink, lockStoreLogs }),
    ...deadLetterJobKinds({ downlink, lockStoreLogs }),
    ...webhooks.kinds,
    ...paymentJobKinds(payments),
    ...ownSandbox.kinds,
  }
  const queue = createQueue({ store, clock, log, kinds })
  const health = createHealth({ store, ids, clock, log })
  const requestLog = createRequestLog({ store, ids, clock, log, keptMs: kept.requestsMs })
  const parts: Part[] = [
    { name: "refunds", start: refunds.start, stop: refunds.stop },
    { name: "health", start: health.start, stop: health.stop },
    { name: "webhooks", start: () => {}, stop: webhooks.close },
    { name: "payment providers", start: () => {}, stop: toProviders.close },
    { name: "queue", start: queue.start, stop: queue.stop },
    webhooks.pruner,
    createCallbackPruner({ ...base, keptMs: kept.reportsMs }),
    createAuditPruner({ ...base, keptMs: kept.trailMs }),
    createArchiver({ store, clock, log, dir: archiveDir(config), months: config.keepOrders }),
    ...requestLog.parts,
  ]
  return { payments, guests: ownSandbox.guests, refunds, webhooks, queue, health, requestLog, parts, sandbox }
}

function bridgeOf(
  { store, secretKey, clock }: HubBase,
  { ids, log, downlink }: HubContext,
  {
    readMethods,
    ...providers
  }: Pick<PaymentDeps, "readMethods"> & { given: Providers; client: GuardedClient; sandbox: OwnSandbox },
): PaymentDeps {
  const { find, byCode } = createFindProvider({ store, secretKey, kinds: PROVIDER_KINDS, ...providers })
  return { store, ids, clock, log, downlink, lockStoreLogs, readMethods, findProvider: find, providersByCode: byCode }
}

function sandboxOf({ store, secretKey, clock, log }: HubBase, config: HubConfig, url: () => string) {
  return createSandboxAuthority({
    url,
    keyOf: (vendor) => ensureKey(store, { ...vendor, ...SANDBOX_KEY, key: sandboxKey(secretKey, vendor.vendorId) }),
    delayMs: config.sandboxFiscalDelayMs,
    clock,
    log,
  })
}
