/** The outbox as the rooms see it: record in the transaction, and the uplink is nudged after the commit. */
import type { Ids } from "../../runtime/ids.ts"
import type { NumberedOutbox } from "../storage/index.ts"
import type { Journal } from "./journal.ts"
import { appendOp } from "./outbox-store.ts"
import { isFenced, readWatermark } from "./sync-state-store.ts"

/** Another box speaks for this store now: what was written before is handed over, nothing new is numbered. */
export class BoxFenced extends Error {
  override readonly name = "BoxFenced"
  constructor() {
    super("another box has taken over this store")
  }
}

interface OutboxDeps {
  readonly ids: Pick<Ids, "hex12">
  readonly nudge: () => void
  /** Gets each operation once it is committed, before anybody hears of it. */
  readonly journal?: Pick<Journal, "append">
  /** The hub's clock less this one's at `now`, in milliseconds; null while nobody knows. */
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
