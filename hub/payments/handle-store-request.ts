/** What a store says and asks of charges: a link for a guest at its register, and money that its order could not take. */
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

/** A guest who asked so long ago has gone, or pays otherwise. */
const ASK_LIFE_MS = 120_000

export interface StoreRequestDeps {
  readonly storeId: string
  readonly asked: ChargeRequested
}

/** Inside the batch of the store; the provider is asked by a job. */
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

/** By a job as well: a batch of a store must not append to that store's own log while it is being taken in. */
export async function applyUnplaced(
  tx: TenantWrite,
  { unplaced, parts }: { unplaced: PaymentUnplaced; parts: Pick<PaymentDeps, "ids"> },
): Promise<null> {
  await enqueue(tx, parts.ids, { kind: UNPLACED_JOB, lane: `charge/${unplaced.externalOrderId}`, body: unplaced })
  return null
}

/** The money of a charge whose order is closed at its store goes back; heard twice, the second finds none. Money that does not fit stays. */
export async function returnUnplaced(
  tx: TenantWrite,
  deps: ChangeDeps,
  { externalOrderId, unfit }: PaymentUnplaced,
): Promise<void> {
  const intent = await lockIntentOfOrderWithStores(tx, deps, externalOrderId)
  if (!intent) return
  const placed = unfit === undefined ? await refundUnplaced(tx, deps, intent) : paymentUnplaceable(deps, intent, unfit)
  const kept = await follow(tx, deps, placed)
  if (unfit !== undefined) await watchPaymentInDoubt(tx, deps, kept)
}

/** An order that arrives after its money: it is settled in the transaction that creates it, which holds the line of its store already. */
export async function orderArrived(tx: TenantWrite, deps: ChangeDeps, order: OrderRecord): Promise<OrderRecord> {
  const intent = await lockIntentOfOrder(tx, order.orderExternal)
  if (intent?.placed !== "waiting") return order
  await follow(tx, deps, intent)
  return (await findOrder(tx, order.id))?.order ?? order
}

/** A refusal is told to the store; a link is told by what follows from the attempt. */
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

/** A store that has lost what it was told, or asks for a charge that is closed, hears how it stands. */
function tellAgain(deps: PaymentDeps, externalOrderId: string) {
  return async (tx: TenantWrite) => {
    const intent = await lockIntentOfOrderWithStores(tx, deps, externalOrderId)
    if (intent) await follow(tx, deps, intent)
  }
}

/** In the slot that failed; beside a link that has expired, which is cancelled once the new one stands: before it, the charge would be closed. */
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
