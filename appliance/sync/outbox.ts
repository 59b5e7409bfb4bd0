/** The outbox as the rooms see it: record in the transaction, and the uplink is nudged after the commit. */
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { NumberedOutbox } from "../storage/index.ts"
import { isFenced, readWatermark } from "./line-store.ts"
import { appendOp } from "./outbox-store.ts"

/** Another box speaks for this store now: what was written before is handed over, nothing new is numbered. */
export class BoxFenced extends Error {
  override readonly name = "BoxFenced"
  constructor() {
    super("another box has taken over this store")
  }
}

export function createOutbox({ ids, nudge }: { ids: Pick<Ids, "hex12">; nudge: () => void }): NumberedOutbox {
  return {
    record(tx, op) {
      if (isFenced(tx.db)) throw new BoxFenced()
      appendOp(tx.db, { mark: ids.hex12(), kind: op.kind, at: tx.now, body: op.body })
      tx.afterCommit(nudge)
    },
    watermark: (tx) => readWatermark(tx.db),
    hex12: () => ids.hex12(),
  }
}
