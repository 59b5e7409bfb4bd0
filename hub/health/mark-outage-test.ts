/** Marks a box's outage as an outage test of its store. That is known only afterwards, so that the test covers the back office as well. */
import type { AuditEntry } from "../../protocol/http/staff.ts"
import { boxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import { MISSED_INTERVALS } from "../../protocol/rules/health/outage.ts"
import { toMs } from "../../protocol/time.ts"
import type { TenantWrite } from "../storage/index.ts"
import { findStore, intervalOf } from "../tenants/index.ts"
import { latestOutage, markOutageTest } from "./outages-store.ts"

/** All by the box's clock. */
export interface OutageTestRun {
  readonly startedAt: string
  readonly endsAt: string
  /** When the box reported it. */
  readonly at: string
}

/** The ended outage test in an entry of the store's audit log. */
export function outageTestIn({ action, at, detail }: AuditEntry): OutageTestRun | null {
  const { startedAt, endsAt } = detail
  if (action !== "drill.over" || typeof startedAt !== "string" || typeof endsAt !== "string") return null
  return { startedAt, endsAt, at }
}

/** An outage that began well before the test, or lasted well beyond it, was a real one. */
export async function noteOutageTest(
  tx: TenantWrite,
  storeId: string,
  { startedAt, endsAt, at }: OutageTestRun,
): Promise<void> {
  const [store, outage] = [await findStore(tx, storeId), await latestOutage(tx, boxComponentId(storeId))]
  if (!store || !outage) return
  // The box's clock may be days off, so only ages are taken from it.
  const ahead = toMs(tx.now) - toMs(at)
  const slackMs = MISSED_INTERVALS * intervalOf(store) * 1_000
  const [from, to] = [toMs(startedAt) + ahead - slackMs, toMs(endsAt) + ahead + slackMs]
  const began = toMs(outage.startedAt)
  const ended = toMs(outage.endedAt ?? tx.now)
  if (began >= from && began <= to && ended <= to) await markOutageTest(tx.system, outage.outageId)
}
