/** Creates a charge, once for its order, with its first attempt (docs/contract/payments.md#create-a-charge); adds further attempts (*Add attempt*). */

import type { Handler } from "../../protocol/http/endpoint.ts"
import type {
  addAttempt as addEndpoint,
  createCharge as endpoint,
  getCharge as getEndpoint,
} from "../../protocol/http/payment-links.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import {
  chargeCountry,
  FIRST_ATTEMPT,
  type NextAttempt,
  nextAttempt,
  readChargeAmount,
  whyNotPayable,
} from "../../protocol/rules/payments/charge-attempts.ts"
import type { NewAttempt, NewCharge } from "../../protocol/shapes/charge.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findByExternalId } from "../orders/index.ts"
import { enqueue } from "../queue/index.ts"
import type { Tenant, TenantRead, TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import { findStore } from "../tenants/index.ts"
import { follow } from "./change-attempt.ts"
import { type StoredAttempt, type StoredIntent, toAnswer } from "./charge.ts"
import { findIntent, findIntentOfOrder, insertAttempt, insertIntent } from "./charges-store.ts"
import { type AttemptJob, LINK_JOB, type PaymentDeps } from "./deps.ts"
import { lockIntentWithStores } from "./lock-charge.ts"
import { requestLink } from "./request-link.ts"

/** The request asks the provider first. A job asks again if the answer, or this process, is lost. */
const LINK_AGAIN_MS = 15_000

export const createChargeHandler =
  (deps: PaymentDeps): Handler<typeof endpoint> =>
  async ({ body, caller }) => {
    const charge = await createCharge(deps, caller, body)
    if (isRefusal(charge)) return charge
    const data = { intent: toAnswer(charge.intent) }
    return charge.isNew ? { status: 201, data } : { status: 200, data }
  }

export const addAttemptHandler =
  (deps: PaymentDeps): Handler<typeof addEndpoint> =>
  async ({ params, body, caller }) => {
    const intent = await addAttempt(deps, caller, { ...body, intentId: params.intentId.toLowerCase() })
    return isRefusal(intent) ? intent : { status: 201, data: { intent: toAnswer(intent) } }
  }

/** In this transaction the provider is not called. */
export const getChargeHandler =
  ({ store }: PaymentDeps): Handler<typeof getEndpoint> =>
  async ({ params, caller }) => {
    const intent = await store.read(caller, (scope) => findIntent(scope, params.intentId.toLowerCase()))
    if (!intent) return refuse("NOT_FOUND", `There is no charge ${params.intentId}.`)
    return { status: 200, data: { intent: toAnswer(intent) } }
  }

interface MadeCharge {
  readonly intent: StoredIntent
  readonly isNew: boolean
}

export async function createCharge(
  deps: PaymentDeps,
  tenant: Tenant,
  input: NewCharge,
): Promise<MadeCharge | Refusal<"VALIDATION_ERROR" | "NOT_FOUND">> {
  const made = await deps.store.write(tenant, (tx) => createIn(tx, deps, input))
  if (isRefusal(made) || !made.isNew) return made
  return { ...made, intent: await linked(deps, made.intent, made.intent.attempts[0]) }
}

export async function addAttempt(
  deps: PaymentDeps,
  tenant: Tenant,
  input: NewAttempt & { readonly intentId: string },
): Promise<StoredIntent | Refusal<"VALIDATION_ERROR" | "NOT_FOUND">> {
  const added = await deps.store.write(tenant, (tx) => addIn(tx, deps, input))
  return isRefusal(added) ? added : linked(deps, added.intent, added.attempt)
}

async function createIn(
  tx: TenantWrite,
  deps: PaymentDeps,
  input: NewCharge,
): Promise<MadeCharge | Refusal<"VALIDATION_ERROR" | "NOT_FOUND">> {
  const known = await findIntentOfOrder(tx, input.externalOrderId)
  if (known) return { intent: known, isNew: false }
  const total = readChargeAmount(input.amount)
  if (typeof total !== "number") return total
  const storeId = input.storeId.toLowerCase()
  const unfit = await refuseOrder(tx, storeId, input.externalOrderId)
  if (unfit) return unfit
  const [intentId, country] = [deps.ids.uuid(), input.country ?? null]
  const next = { ...FIRST_ATTEMPT, amount: total }
  const attempt = await makeAttempt(tx, deps, { intentId, country }, { next, methodCode: input.methodCode })
  if (isRefusal(attempt)) return attempt
  const { accountId, vendorId } = tx.tenant
  const intent: StoredIntent = {
    intentId,
    tenant: { accountId, vendorId },
    externalOrderId: input.externalOrderId,
    storeId,
    terminalId: input.terminalId,
    channel: input.channel,
    currency: input.currency,
    country,
    customer: input.customer ?? null,
    total,
    placed: "no",
    attempts: [attempt],
  }
  // Locked like every change of a charge, so that others wait, and its store is notified.
  await lockStoreLogs(tx, [storeId])
  if (!(await insertIntent(tx, intent))) return winner(tx, input.externalOrderId)
  await queueLinkRequest(tx, deps, attempt)
  return { intent: await follow(tx, deps, intent), isNew: true }
}

/**
 * Refuses a charge at another store than its order's, because the provider pays the store that is named, and a charge of an order that is paid or
 * cancelled. An order that has not arrived yet is not checked.
 */
async function refuseOrder(
  tx: TenantRead,
  storeId: string,
  externalOrderId: string,
): Promise<Refusal<"VALIDATION_ERROR" | "NOT_FOUND"> | null> {
  if (!(await findStore(tx, storeId))) return refuse("NOT_FOUND", `There is no store ${storeId}.`)
  const order = (await findByExternalId(tx, externalOrderId))?.order
  if (order && order.storeId !== storeId) {
    return invalid({
      path: "storeId",
      message: `is not the store of order ${externalOrderId}, which is ${order.storeId}`,
    })
  }
  return order ? refusePaid(order, "externalOrderId") : null
}

function refusePaid(order: OrderRecord, path: "externalOrderId" | "intentId"): Refusal<"VALIDATION_ERROR"> | null {
  const why = whyNotPayable(order)
  return why === null ? null : invalid({ path, message: `is for the order ${order.orderExternal}, which ${why}` })
}

/** Another request at the same moment was first. */
async function winner(tx: TenantRead, externalOrderId: string): Promise<MadeCharge> {
  const intent = await findIntentOfOrder(tx, externalOrderId)
  if (!intent) throw new Error(`the charge of ${externalOrderId} is neither new nor known`)
  return { intent, isNew: false }
}

async function addIn(tx: TenantWrite, deps: PaymentDeps, input: NewAttempt & { readonly intentId: string }) {
  const intent = await lockIntentWithStores(tx, input.intentId)
  if (!intent) return refuse("NOT_FOUND", `There is no charge ${input.intentId}.`)
  const next = nextAttempt(intent, input)
  if (isRefusal(next)) return next
  const order = (await findByExternalId(tx, intent.externalOrderId))?.order
  const unfit = order ? refusePaid(order, "intentId") : null
  if (unfit) return unfit
  const attempt = await makeAttempt(tx, deps, intent, { next, methodCode: input.methodCode })
  if (isRefusal(attempt)) return attempt
  await insertAttempt(tx, attempt)
  await queueLinkRequest(tx, deps, attempt)
  return { intent: await follow(tx, deps, { ...intent, attempts: [...intent.attempts, attempt] }), attempt }
}

/** A method that is not available in this country makes a failed attempt; an inactive method makes none. */
async function makeAttempt(
  tx: TenantRead,
  { ids, readMethods }: PaymentDeps,
  { intentId, country }: Pick<StoredIntent, "intentId" | "country">,
  { next, methodCode }: { readonly next: NextAttempt; readonly methodCode: string },
): Promise<StoredAttempt | Refusal<"VALIDATION_ERROR">> {
  const method = (await readMethods(tx)).find(({ code, active }) => active && code === methodCode)
  if (!method) return invalid({ path: "methodCode", message: `"${methodCode}" is no active payment method` })
  const where = chargeCountry(method, country ?? undefined)
  const fault =
    "fault" in where ? where.fault : method.provider ? null : `The method ${methodCode} has no payment links.`
  return {
    attemptId: ids.uuid(),
    intentId,
    ...next,
    methodCode,
    provider: method.provider ?? null,
    country: "country" in where ? where.country : null,
    status: fault === null ? "created" : "failed",
    link: null,
    error: fault,
    reference: null,
    paidAt: null,
  }
}

async function queueLinkRequest(tx: TenantWrite, { ids }: PaymentDeps, attempt: StoredAttempt): Promise<void> {
  if (attempt.status !== "created") return
  const body: AttemptJob = { intentId: attempt.intentId, attemptId: attempt.attemptId }
  const runAt = new Date(Date.parse(tx.now) + LINK_AGAIN_MS).toISOString()
  await enqueue(tx, ids, { kind: LINK_JOB, lane: `charge/${attempt.intentId}`, body, runAt })
}

async function linked(
  deps: PaymentDeps,
  intent: StoredIntent,
  attempt: StoredAttempt | undefined,
): Promise<StoredIntent> {
  if (attempt?.status !== "created") return intent
  const { tenant, intentId } = intent
  await requestLink(deps, tenant, { intentId, attemptId: attempt.attemptId })
  return (await deps.store.read(tenant, (scope) => findIntent(scope, intentId))) ?? intent
}
