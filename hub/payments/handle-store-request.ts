/** Handles a store's operations about charges: the request for a link, and money that its order could not take. */
import { isRefusal } from "../../protocol/refusals.ts"
import { isClosed } from "../../protocol/rules/payments/charge-rollup.ts"
import { hasExpired, isActive } from "../../protocol/rules/payments/charge-states.ts"
import type { ChargeRequested, PaymentUnplaced } from "../../protocol/shapes/charge.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findOrder } from "../orders/index.ts"
import { enqueue } from "../queue/index.ts"
import type { Tenant, TenantWrite } from "../storage/index.ts"
import { findStore } from "../tenants/index.ts"
import { follow, paymentUnplaceable, refundUnplaced } from "./change-attempt.ts"
import { type StoredIntent, statusOf } from "./charge.ts"
import { findIntentOfOrder, lockIntentOfOrder } from "./charges-store.ts"
import { addAttempt, createCharge } from "./create-charge.ts"
import { CANCEL_JOB, type ChangeDeps, type PaymentDeps, STORE_JOB, UNPLACED_JOB } from "./deps.ts"
import { lockIntentOfOrderWithStores } from "./lock-charge.ts"
import { watchPaymentInDoubt } from "./watch-payment-in-doubt.ts"

/** After this, the guest has gone or has paid otherwise, so no link is requested. */
const ASK_LIFE_MS = 120_000

export interface StoreRequestDeps {
  readonly storeId: string
  readonly asked: ChargeRequested
}

/** Runs in the transaction of the store's batch, so a job calls the provider. */
export async function applyChargeRequest(
  tx: TenantWrite,
  storeId: string,
  { asked, parts }: { asked: ChargeRequested; parts: Pick<PaymentDeps, "ids"> },
): Promise<null> {
  if (Date.parse(tx.now) - Date.parse(asked.askedAt) > ASK_LIFE_MS) return null
  const body: StoreRequestDeps = { storeId, asked }
  await enqueue(tx, parts.ids, { kind: STORE_JOB, lane: `charge/${asked.externalOrderId}`, body })
  return null
}

/** A job does it, because a store's batch must not append to that store's log while it is applied. */
export async function applyUnplaced(
  tx: TenantWrite,
  { unplaced, parts }: { unplaced: PaymentUnplaced; parts: Pick<PaymentDeps, "ids"> },
): Promise<null> {
  await enqueue(tx, parts.ids, { kind: UNPLACED_JOB, lane: `charge/${unplaced.externalOrderId}`, body: unplaced })
  return null
}

/** Refunds the money of a charge whose order was closed at its store. A repeated operation finds none. Money that does not fit is kept. */
export async function returnUnplaced(
  tx: TenantWrite,
  deps: ChangeDeps,
  { externalOrderId, unfit }: PaymentUnplaced,
): Promise<void> {
  const intent = await lockIntentOfOrderWithStores(tx, externalOrderId)
  if (!intent) return
  const placed = unfit === undefined ? await refundUnplaced(tx, deps, intent) : paymentUnplaceable(deps, intent, unfit)
  const kept = await follow(tx, deps, placed)
  if (unfit !== undefined) await watchPaymentInDoubt(tx, deps, kept)
}

/** Settles an order that arrives after its money, in the transaction that creates it and has locked its store's log already. */
export async function orderArrived(tx: TenantWrite, deps: ChangeDeps, order: OrderRecord): Promise<OrderRecord> {
  const intent = await lockIntentOfOrder(tx, order.orderExternal)
  if (intent?.placed !== "waiting") return order
  await follow(tx, deps, intent)
  return (await findOrder(tx, order.id))?.order ?? order
}

/** Sends a refusal to the store. A link is sent by the change of its attempt. */
export async function answerStore(
  deps: PaymentDeps,
  tenant: Tenant,
  { storeId, asked }: StoreRequestDeps,
): Promise<(tx: TenantWrite) => Promise<void>> {
  const { externalOrderId } = asked
  const made = await ask(deps, tenant, { storeId, asked })
  if (!isRefusal(made)) return tellAgain(deps, externalOrderId)
  const body = { externalOrderId, intent: null, fault: made.message, tenders: [] }
  return (tx) => deps.downlink.append(tx.system, storeId, { kind: "payment.heard", body })
}

/** Sends the state of a charge to a store that has lost it, or that asks for a closed charge. */
function tellAgain(deps: PaymentDeps, externalOrderId: string) {
  return async (tx: TenantWrite) => {
    const intent = await lockIntentOfOrderWithStores(tx, externalOrderId)
    if (intent) await follow(tx, deps, intent)
  }
}

/** Replaces the failed attempt. An expired link is cancelled only after the new one exists, because the charge would be closed otherwise. */
async function askAnew(
  deps: PaymentDeps,
  tenant: Tenant,
  { known, methodCode }: { known: StoredIntent; methodCode: string },
) {
  const { intentId, attempts } = known
  const last = attempts.at(-1)
  const slot = last?.status === "failed" ? { slot: last.slot } : {}
  const added = await addAttempt(deps, tenant, { intentId, methodCode, ...slot })
  if (isRefusal(added)) return added
  await deps.store.write(tenant, async (tx) => {
    for (const { attemptId } of attempts.filter(hasExpired)) {
      await enqueue(tx, deps.ids, { kind: CANCEL_JOB, lane: `charge/${intentId}`, body: { intentId, attemptId } })
    }
  })
  return added
}

async function ask(deps: PaymentDeps, tenant: Tenant, { storeId, asked }: StoreRequestDeps) {
  const { methodCode, amount, externalOrderId, currency, terminalId } = asked
  const known = await deps.store.read(tenant, (scope) => findIntentOfOrder(scope, externalOrderId))
  if (known) {
    if (isClosed(statusOf(known)) || known.attempts.some((one) => isActive(one.status) && !hasExpired(one)))
      return known
    return askAnew(deps, tenant, { known, methodCode })
  }
  const place = await deps.store.read(tenant, (scope) => findStore(scope, storeId))
  const country = place?.countryCode ?? undefined
  const charge = { externalOrderId, methodCode, amount, storeId, terminalId, channel: "POS" as const }
  return createCharge(deps, tenant, { ...charge, currency: currency as "USD", ...(country && { country }) })
}
