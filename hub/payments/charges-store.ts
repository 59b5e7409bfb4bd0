/** Charges and their attempts in the hub's database. */

import type { Selectable } from "kysely"
import type { AttemptStatus } from "../../protocol/shapes/charge.ts"
import { createFencedRead, type HubTables, type TenantRead, type TenantWrite } from "../storage/index.ts"
import { type Placed, type StoredAttempt, type StoredIntent, statusOf } from "./charge.ts"

/** False when the vendor has a charge with this external order id already; then nothing is written. */
export async function insertIntent(tx: TenantWrite, intent: StoredIntent): Promise<boolean> {
  const result = await tx
    .insert("charge_intent", {
      intent_id: intent.intentId,
      external_id: intent.externalOrderId,
      store_id: intent.storeId,
      terminal_id: intent.terminalId,
      channel: intent.channel,
      currency: intent.currency,
      country: intent.country,
      customer: intent.customer && JSON.stringify(intent.customer),
      amount_total: intent.total,
      status: statusOf(intent),
      placed: intent.placed,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows !== 1n) return false
  for (const attempt of intent.attempts) await insertAttempt(tx, attempt)
  return true
}

export async function findIntent(scope: TenantRead, intentId: string): Promise<StoredIntent | null> {
  const row = await scope.select("charge_intent").selectAll().where("intent_id", "=", intentId).executeTakeFirst()
  return row ? withAttempts(scope, row) : null
}

export async function findIntentOfOrder(scope: TenantRead, externalId: string): Promise<StoredIntent | null> {
  const row = await scope.select("charge_intent").selectAll().where("external_id", "=", externalId).executeTakeFirst()
  return row ? withAttempts(scope, row) : null
}

/** Which of these external ids have a charge. */
export async function chargedAmong(scope: TenantRead, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const { rows } = await charged(scope, { names: scope.dialect.listOf(externalIds) })
  return new Set(rows.map(({ id }) => id))
}

const charged = createFencedRead(({ select, dialect }, at: { names: unknown }) =>
  select("charge_intent").select("external_id as id").where(dialect.isAmong("external_id", at.names)),
)

/** Finds a charge and its tenant without a lock. */
export interface NamedCharge {
  readonly externalId: string
  readonly storeId: string
}

export function nameOfIntent(scope: TenantRead, intentId: string): Promise<NamedCharge | null> {
  return firstOf(names(scope).where("intent_id", "=", intentId))
}

export function nameOfOrder(scope: TenantRead, externalId: string): Promise<NamedCharge | null> {
  return firstOf(names(scope).where("external_id", "=", externalId))
}

function names(scope: TenantRead) {
  return scope.select("charge_intent").select(["external_id as externalId", "store_id as storeId"])
}

async function firstOf(query: ReturnType<typeof names>): Promise<NamedCharge | null> {
  return (await query.executeTakeFirst()) ?? null
}

/** Locks the charge and its attempts until the commit. For `lock-charge.ts`, and for code that has locked its store's log already. */
export async function lockIntent(tx: TenantWrite, intentId: string): Promise<StoredIntent | null> {
  const query = tx.select("charge_intent").selectAll().where("intent_id", "=", intentId)
  const row = await tx.dialect.forUpdate(query).executeTakeFirst()
  return row ? withAttempts(tx, row) : null
}

export async function lockIntentOfOrder(tx: TenantWrite, externalId: string): Promise<StoredIntent | null> {
  const query = tx.select("charge_intent").selectAll().where("external_id", "=", externalId)
  const row = await tx.dialect.forUpdate(query).executeTakeFirst()
  return row ? withAttempts(tx, row) : null
}

export async function findAttempt(scope: TenantRead, attemptId: string): Promise<StoredAttempt | null> {
  const row = await scope.select("charge_attempt").selectAll().where("attempt_id", "=", attemptId).executeTakeFirst()
  return row ? toAttempt(row) : null
}

export async function saveIntent(tx: TenantWrite, intent: StoredIntent): Promise<void> {
  const set = { status: statusOf(intent), placed: intent.placed, updated_at: tx.now }
  await tx.update("charge_intent").set(set).where("intent_id", "=", intent.intentId).execute()
}

export async function insertAttempt(tx: TenantWrite, attempt: StoredAttempt): Promise<void> {
  const own = {
    attempt_id: attempt.attemptId,
    intent_id: attempt.intentId,
    slot: attempt.slot,
    attempt_number: attempt.attemptNumber,
    method_code: attempt.methodCode,
    provider_code: attempt.provider,
    country: attempt.country,
    amount: attempt.amount,
    created_at: tx.now,
  }
  await tx.insert("charge_attempt", { ...own, ...moving(tx, attempt) }).execute()
}

export async function saveAttempt(tx: TenantWrite, attempt: StoredAttempt): Promise<void> {
  const query = tx.update("charge_attempt").set(moving(tx, attempt))
  await query.where("attempt_id", "=", attempt.attemptId).execute()
}

function moving(tx: TenantWrite, { status, link, error, reference, paidAt }: StoredAttempt) {
  return { status, link, error, reference, paid_at: paidAt, updated_at: tx.now }
}

async function withAttempts(scope: TenantRead, row: Selectable<HubTables["charge_intent"]>): Promise<StoredIntent> {
  const query = scope.select("charge_attempt").selectAll().where("intent_id", "=", row.intent_id)
  const attempts = await query.orderBy("slot").orderBy("attempt_number").execute()
  return {
    intentId: row.intent_id,
    tenant: { accountId: row.account_id, vendorId: row.vendor_id },
    externalOrderId: row.external_id,
    storeId: row.store_id,
    terminalId: row.terminal_id,
    channel: row.channel,
    currency: row.currency,
    country: row.country,
    customer: row.customer && JSON.parse(row.customer),
    total: row.amount_total,
    placed: row.placed as Placed,
    attempts: attempts.map(toAttempt),
  }
}

function toAttempt(row: Selectable<HubTables["charge_attempt"]>): StoredAttempt {
  return {
    attemptId: row.attempt_id,
    intentId: row.intent_id,
    slot: row.slot,
    attemptNumber: row.attempt_number,
    methodCode: row.method_code,
    provider: row.provider_code,
    country: row.country,
    status: row.status as AttemptStatus,
    amount: row.amount,
    link: row.link,
    error: row.error,
    reference: row.reference,
    paidAt: row.paid_at,
  }
}
