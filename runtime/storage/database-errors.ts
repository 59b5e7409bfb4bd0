/** Tells a database that cannot be used just now from whatever else a statement may meet. */
import { codeOf } from "./dialect.ts"
import { isTlsFault } from "./postgres-address.ts"
import { StoreUnavailable } from "./store-errors.ts"

/** SQLite: codes that speak of the disk and not of the query. */
const DISK_CODES = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/
/** Server: connection classes, shutdown, no room. Socket: refused, reset, gone. */
const LOST_CODES =
  /^(08...|57P0[123]|53[123]00|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/
/**
 * A lock that somebody keeps (57014 by our own limit, 55P03 by the server's), a server that may only be read, as a standby is (25006), a session
 * that stood still for too long (25P03, 25P04, 57P05), a user or a database that it no longer knows (28, 3D000) or lets do less (42501).
 */
const REFUSED_CODES = /^(57014|55P03|25006|25P0[34]|57P05|28...|3D000|42501)$/

/** SQLite: its disk. */
export function isDiskError(error: unknown): boolean {
  return DISK_CODES.test(codeOf(error))
}

/** PostgreSQL: the connection, not the query, is at fault. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return LOST_CODES.test(codeOf(error)) || LOST_MESSAGES.test(error.message)
}

/** PostgreSQL: the server answers and does not let us work just now; what is wrong with the query itself is told by other codes. */
export function isRefused(error: unknown): boolean {
  return REFUSED_CODES.test(codeOf(error)) || isTlsFault(error)
}

/** Of what reaches nothing but the database, in the words of the store or, inside a transaction, of the driver. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof StoreUnavailable || isDiskError(error) || isConnectionLost(error) || isRefused(error)
}
