/** Where a bug may be planted: what a machine of the simulation is built from, wrapped. The product knows nothing of it. */
import type { Database } from "better-sqlite3"
import type { BoxStore } from "../../../appliance/storage/index.ts"
import type { ApplyOperation } from "../../../appliance/sync/apply-operations.ts"
import type { Journal } from "../../../appliance/sync/journal.ts"
import type { HubStore, SystemWrite } from "../../../hub/storage/index.ts"
import type { DownlinkMessage } from "../../../hub/sync/downlink-message.ts"
import type { ApplyUp, RunStep } from "../../../hub/sync/run-step.ts"
import type { Ids } from "../../../runtime/ids.ts"

export interface Plant {
  readonly boxStore?: (store: BoxStore, db: Database) => BoxStore
  readonly applyDown?: (next: ApplyOperation) => ApplyOperation
  /** What the file system says of the database's file, when a box starts. */
  readonly facts?: { readonly ino: number; readonly birthtimeMs: number; readonly ctimeMs: number }
  /** As a box reads it when it starts. */
  readonly journal?: (journal: Journal) => Journal
  readonly hubStore?: (store: HubStore, say: (message: DownlinkMessage) => void) => HubStore
  readonly applyUp?: (next: ApplyUp) => ApplyUp
  /** Events go out while their transaction is still open. */
  readonly tellsEarly?: true
  readonly takeStep?: (next: RunStep) => RunStep
  /** Along with what the hub forgets. */
  readonly forgets?: (scope: SystemWrite) => Promise<unknown>
  /** What the hub says, on its way to the wire. */
  readonly said?: (message: DownlinkMessage) => DownlinkMessage
  /** The name under which a question is asked again. */
  readonly againAs?: (requestId: string, ids: Ids) => string
}

export const NOTHING_PLANTED: Plant = {}
