/** Records operations in the caller's transaction, and wakes the uplink after the commit. */
import type { Ids } from "../../runtime/ids.ts"
import type { NumberedOutbox } from "../storage/index.ts"
import type { Journal } from "./journal.ts"
import { appendOp } from "./outbox-store.ts"
import { isFenced, readWatermark } from "./sync-state-store.ts"

/** Thrown when another box has taken over the store. Nothing new is recorded. */
export class BoxFenced extends Error {
  override readonly name = "BoxFenced"
  constructor() {
    super("another box has taken over this store")
  }
}

interface OutboxDeps {
  readonly ids: Pick<Ids, "hex12">
  readonly nudge: () => void
  /** Gets each operation after its commit, before the uplink is woken. */
  readonly journal?: Pick<Journal, "append">
  /** The hub's clock minus the box's at `now`, in milliseconds; null while unknown. */
  readonly skewAt?: (now: string) => number | null
}

export function createOutbox({ ids, nudge, journal, skewAt = () => null }: OutboxDeps): NumberedOutbox {
  return {
    record(tx, op) {
      if (isFenced(tx.db)) throw new BoxFenced()
      const logged = appendOp(tx.db, {
        mark: ids.hex12(),
        kind: op.kind,
        at: tx.now,
        body: op.body,
        skewMs: skewAt(tx.now),
      })
      if (journal) tx.afterCommit(() => journal.append(logged))
      tx.afterCommit(nudge)
    },
    watermark: (tx) => readWatermark(tx.db),
    hex12: () => ids.hex12(),
  }
}
