/** What a box's trail tells of one act, as its manager's page reads it. */
import type { AuditEntry } from "../../protocol/http/staff.ts"
import type { Audited } from "../../protocol/rules/users/staff-roles.ts"
import { pairScreen } from "./kitchen.ts"
import type { LoneBox } from "./lone-box.ts"

let screens = 0

/** Newest first. */
export async function auditOf(lone: LoneBox, act: Audited): Promise<AuditEntry[]> {
  screens += 1
  const { key } = await pairScreen(lone, "manager", `office-${screens}`)
  const { entries } = (await lone.call("GET", "/api/lan/v1/audit?size=100", undefined, key)).body.data
  return entries.filter(({ action }: AuditEntry) => action === act)
}
