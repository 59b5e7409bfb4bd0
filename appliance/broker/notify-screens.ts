/** Notifies screens of committed changes. It wraps the outbox and the intake of the hub's operations, which every change passes. */
import type { BoxTx, Outbox } from "../storage/index.ts"

type Notify = (what: string) => void

/** The topic per kind of operation. Other kinds concern orders, or no screen. */
const UP: Readonly<Record<string, readonly string[]>> = {
  "order.changed": ["orders"],
  "fiscal.numbered": ["orders"],
  "charge.asked": ["orders"],
  "payment.unplaced": ["orders"],
  "kitchen.recorded": ["orders"],
  "shift.changed": ["day"],
  "drawer.opened": ["day"],
  "cash.closed": ["day"],
  "cash.authorized": ["day"],
  "day.opened": ["day"],
  "day.closed": ["day"],
}

const DOWN: Readonly<Record<string, readonly string[]>> = {
  "order.created": ["orders"],
  "refund.settled": ["orders"],
  "refund.recorded": ["orders"],
  "payment.heard": ["orders"],
  "fiscal.numbered": ["orders"],
  "fiscal.ruled": ["orders"],
  "kitchen.reported": ["orders"],
  "aggregator.reported": ["orders"],
  "parked.settled": ["orders"],
  "conflict.resolved": ["orders"],
  "store.configured": ["menu", "day"],
}

/** Wraps the outbox, because operations for the hub may concern screens too. */
export function withChangeNotices<Box extends Outbox>(outbox: Box, notify: Notify): Box {
  return {
    ...outbox,
    record: (tx, op) => {
      outbox.record(tx, op)
      notifyAfterCommit(tx, UP[op.kind], notify)
    },
  }
}

type Apply<Op extends { readonly kind: string }> = (tx: BoxTx, op: Op) => string | null

/** Wraps the hub's operations. A dead letter has changed nothing. */
export function withScreenNotices<Op extends { readonly kind: string }>(apply: Apply<Op>, notify: Notify): Apply<Op> {
  return (tx, op) => {
    const parked = apply(tx, op)
    if (parked === null) notifyAfterCommit(tx, DOWN[op.kind], notify)
    return parked
  }
}

function notifyAfterCommit(tx: BoxTx, whats: readonly string[] | undefined, notify: Notify): void {
  if (whats) tx.afterCommit(() => whats.forEach(notify))
}
