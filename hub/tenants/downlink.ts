/** What other modules need to send something to a store. Passed in, because sync depends on tenants. */
import type { DownWrite } from "../../protocol/sync/ops.ts"
import type { SystemRead, SystemWrite, TenantWrite } from "../storage/index.ts"

export interface Downlink {
  /** Whether the store has a box. */
  isEnrolled(scope: SystemRead | SystemWrite, storeId: string): Promise<boolean>
  /** Appends to the store's log in the caller's transaction, in this order. */
  append(scope: SystemWrite, storeId: string, ...ops: readonly DownWrite[]): Promise<void>
}

/** Locks stores' logs until the commit. Must come before any other lock that a sync step of such a store takes; otherwise the two deadlock. */
export type LockStoreLogs = (tx: TenantWrite, storeIds: readonly string[]) => Promise<void>
