/** A copy of another box's disk goes on in its place: under an epoch of its own that follows the other's, and with the ops that may be lost there. */
import type { BoxTx } from "../storage/index.ts"
import { renumberOutbox } from "./outbox-store.ts"
import { loadSyncState, saveEpoch, saveUnfenced } from "./sync-state-store.ts"

/** What the hub had acknowledged is common; the rest is carried over, and the hub knows it by its marks. */
export function continueEpoch({ db }: BoxTx, epoch: string): void {
  const { epoch: parent, acked } = loadSyncState(db, () => epoch)
  saveEpoch(db, epoch, { epoch: parent, last: acked, carried: renumberOutbox(db, acked) })
  saveUnfenced(db)
}
