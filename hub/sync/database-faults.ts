/** Tells a database that fails from an op that does not fit: only the second may be parked, the first is tried again. */
import { StoreUnavailable, TransactionEnded, TransactionOpen } from "../../runtime/storage/store-errors.ts"

/** What the row that was written did wrong, in SQLite's and PostgreSQL's words; every other code is the database's own trouble. */
const OPS_FAULT = /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)|2[123])/
const SQLSTATE = /^[0-9A-Z]{5}$/

export function isDatabase(error: unknown): boolean {
  if (error instanceof StoreUnavailable || error instanceof TransactionEnded || error instanceof TransactionOpen)
    return true
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return (code.startsWith("SQLITE_") || SQLSTATE.test(code)) && !OPS_FAULT.test(code)
}
