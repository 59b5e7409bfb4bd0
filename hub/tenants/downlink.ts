/** What the rooms need of sync to send something down to a store; handed in by main. */
import type { DownWrite } from "../../protocol/sync/ops.ts"
import type { SystemRead, SystemWrite, TenantWrite } from "../storage/index.ts"

export interface Downlink {
  /** Whether a box was claimed for the store. */
  isEnrolled(scope: SystemRead | SystemWrite, storeId: string): Promise<boolean>
  /** Appends to the store's log in the caller's transaction, in this order. */
  append(scope: SystemWrite, storeId: string, ...ops: readonly DownWrite[]): Promise<void>
}

/** Takes hold of stores' logs until the commit: before anything that a step of such a store holds as well, or the two would wait for each other. */
export type LockStoreLogs = (tx: TenantWrite, storeIds: readonly string[]) => Promise<void>
