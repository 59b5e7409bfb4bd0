/** What can go wrong with a store besides a bug in the query: said in words that mean the same on both engines. */

/** The database cannot be used just now. `committed` says whether the work may have become durable all the same. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable"
  readonly committed: "no" | "unknown"

  constructor(message: string, options: { readonly committed: "no" | "unknown"; readonly cause?: unknown }) {
    super(message, { cause: options.cause })
    this.committed = options.committed
  }
}

/** `read` or `write` was called inside a `write` of the same store, which could wait for itself for ever. */
export class TransactionOpen extends Error {
  override readonly name = "TransactionOpen"
}

/** A transaction was used after its end, after one of its statements failed, or was held too long. */
export class TransactionEnded extends Error {
  override readonly name = "TransactionEnded"
}

/** What this transaction had decided by is not so any more, in a way that a lock could not keep: the same work is to be done again from its beginning. */
export class RetryTransaction extends Error {
  override readonly name = "RunAgain"
}

/** A move to another engine: nothing has been moved, and the message is the one line that an operator needs. */
export class MoveRefused extends Error {
  override readonly name = "MoveRefused"
}
