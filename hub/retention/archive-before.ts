/** Archives all whole months before one, of all vendors or of one. */
import { addDays } from "../../protocol/time.ts"
import type { HubStore, Tenant } from "../storage/index.ts"
import { ArchiveRefused } from "./archive-file.ts"
import { type ArchiveDeps, type ArchivedMonth, archiveMonth } from "./archive-month.ts"
import { listVendors, nextMonth } from "./archive-store.ts"

/** The contract keeps events for 30 days; a day more allows for wrong clocks. */
export const YOUNGEST_DAYS = 31
const LONGEST_MONTH_DAYS = 31
const MONTH_CHARS = 7
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export interface ArchiveQuery {
  /** `2026-06`: May and all before it. */
  readonly before: string
  /** Null is every vendor. */
  readonly vendorId: string | null
  readonly onMonth: (archived: ArchivedMonth) => void
  /** Another process archives the month, or was interrupted a moment ago, so it is skipped. */
  readonly onHeld?: (tenant: Tenant, month: string) => void
}

export async function archiveBefore(deps: ArchiveDeps, { before, vendorId, ...tell }: ArchiveQuery): Promise<void> {
  await assertOld(deps.store, before)
  const all = await deps.store.system.read(listVendors)
  const vendors = all.filter((tenant) => vendorId === null || tenant.vendorId === vendorId)
  if (vendorId !== null && vendors.length === 0) throw new ArchiveRefused(`there is no vendor ${vendorId}`)
  for (const tenant of vendors) await archiveVendor(deps, tenant, { before, ...tell })
}

async function archiveVendor(
  deps: ArchiveDeps,
  tenant: Tenant,
  { before, onMonth, onHeld }: Omit<ArchiveQuery, "vendorId">,
): Promise<void> {
  let from = "0000-01-01"
  for (;;) {
    if (deps.isOver?.()) return
    const month = await deps.store.read(tenant, (scope) => nextMonth(scope, from))
    if (month === null || month >= before) return
    const archived = await archiveMonth(deps, tenant, month)
    if (archived) onMonth(archived)
    else onHeld?.(tenant, month)
    from = `${addDays(`${month}-01`, LONGEST_MONTH_DAYS).slice(0, MONTH_CHARS)}-01`
  }
}

async function assertOld(store: HubStore, before: string): Promise<void> {
  if (!MONTH.test(before)) throw new ArchiveRefused(`a month is like 2026-06, not "${before}"`)
  const now = await store.system.read(async (scope) => scope.now)
  const youngest = addDays(now.slice(0, "2026-01-01".length), -YOUNGEST_DAYS).slice(0, MONTH_CHARS)
  if (before > youngest)
    throw new ArchiveRefused(`orders are kept for ${YOUNGEST_DAYS} days: archive before ${youngest} at the most`)
}

/** The month that lies so many months before a time. */
export function monthsBefore(now: string, months: number): string {
  const [year = 0, month = 1] = now.slice(0, MONTH_CHARS).split("-").map(Number)
  const count = year * 12 + (month - 1) - months
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`
}
