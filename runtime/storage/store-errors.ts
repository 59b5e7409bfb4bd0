/** Errors of the store, the same on both engines. */

/** The database cannot be used now. `committed`: whether the work may be durable nevertheless. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable"
  readonly committed: "no" | "unknown"

  constructor(message: string, options: { readonly committed: "no" | "unknown"; readonly cause?: unknown }) {
    super(message, { cause: options.cause })
    this.committed = options.committed
  }
}

/** `read` or `write` was called inside a `write` of the same store, which would wait for itself. */
export class TransactionOpen extends Error {
  override readonly name = "TransactionOpen"
}

/** A transaction was used after its end, after a failed statement, or for too long. */
export class TransactionEnded extends Error {
  override readonly name = "TransactionEnded"
}

/** Thrown inside a write whose decision is outdated: the write runs again from its beginning. */
export class RetryTransaction extends Error {
  override readonly name = "RunAgain"
}

/** A move to PostgreSQL was refused; the message is one line for the operator. */
export class MoveRefused extends Error {
  override readonly name = "MoveRefused"
}
