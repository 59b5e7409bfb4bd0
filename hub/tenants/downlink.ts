/** Appends to stores' logs. Passed in, because sync depends on tenants. */
import type { DownWrite } from "../../protocol/sync/ops.ts"
import type { SystemWrite } from "../storage/index.ts"

export interface Downlink {
  /** Appends to the store's log in the caller's transaction, in this order. */
  append(scope: SystemWrite, storeId: string, ...ops: readonly DownWrite[]): Promise<void>
}
