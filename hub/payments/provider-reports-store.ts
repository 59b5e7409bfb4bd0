/** The reports of providers' webhooks, each once by its id, kept until their attempt is known. */

import type { SystemRead, SystemWrite, Tenant, TenantWrite } from "../storage/index.ts"
import type { ProviderReport } from "./providers/index.ts"

export interface ReportSource {
  readonly accountId: string
  readonly provider: string
}

/** A repeated id inserts nothing. */
export async function saveProviderReport(
  { db, now }: SystemWrite,
  { accountId, provider }: ReportSource,
  heard: ProviderReport,
): Promise<void> {
  const names = { account_id: accountId, provider_code: provider, event_id: heard.eventId, reference: heard.reference }
  const row = {
    ...names,
    attempt_id: heard.attemptId,
    heard: JSON.stringify(heard),
    received_at: now,
    applied_at: null,
  }
  const query = db.insertInto("payment_notice").values(row)
  await query.onConflict((conflict) => conflict.doNothing()).execute()
}

/** The attempt of a webhook, by our id or the provider's; null while it is unknown. */
export async function findNoticed(
  { db }: SystemRead,
  { accountId, provider }: ReportSource,
  { attemptId, reference }: Pick<ProviderReport, "attemptId" | "reference">,
): Promise<{ tenant: Tenant; intentId: string; attemptId: string } | null> {
  const query = db
    .selectFrom("charge_attempt")
    .select(["attempt_id", "intent_id", "vendor_id"])
    .where("account_id", "=", accountId)
    .where("provider_code", "=", provider)
  const row =
    (attemptId && (await query.where("attempt_id", "=", attemptId).executeTakeFirst())) ||
    (await query.where("reference", "=", reference).executeTakeFirst())
  if (!row) return null
  return { tenant: { accountId, vendorId: row.vendor_id }, intentId: row.intent_id, attemptId: row.attempt_id }
}

/** Takes the reports of a payment that are not applied yet, oldest first, and marks them as applied in this transaction. */
export async function takeProviderReports(
  tx: TenantWrite,
  { accountId, provider }: ReportSource,
  { attemptId, reference }: { attemptId: string; reference: string | null },
): Promise<ProviderReport[]> {
  const waiting = tx.system.db
    .selectFrom("payment_notice")
    .select(["event_id", "heard"])
    .where("account_id", "=", accountId)
    .where("provider_code", "=", provider)
    .where("applied_at", "is", null)
    .where(({ eb, or }) =>
      or([eb("attempt_id", "=", attemptId), ...(reference === null ? [] : [eb("reference", "=", reference)])]),
    )
  const rows = await tx.dialect.forUpdate(waiting).execute()
  for (const { event_id } of rows) {
    await tx.system.db
      .updateTable("payment_notice")
      .set({ applied_at: tx.now })
      .where("account_id", "=", accountId)
      .where("provider_code", "=", provider)
      .where("event_id", "=", event_id)
      .execute()
  }
  const heard: ProviderReport[] = rows.map((row) => JSON.parse(row.heard))
  return heard.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
