/** Tells a failing database from an operation that does not fit. The first is tried again; only the second becomes a dead letter. */
import { StoreUnavailable, TransactionEnded, TransactionOpen } from "../../runtime/storage/store-errors.ts"

/** Error codes of SQLite and PostgreSQL for a row that does not fit. All other codes are failures of the database. */
const ROW_FAULT = /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)|2[123])/
const SQLSTATE = /^[0-9A-Z]{5}$/

export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof StoreUnavailable || error instanceof TransactionEnded || error instanceof TransactionOpen)
    return true
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return (code.startsWith("SQLITE_") || SQLSTATE.test(code)) && !ROW_FAULT.test(code)
}
