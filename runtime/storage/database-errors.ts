/** Recognises errors of an unavailable database, as opposed to errors of a query. */
import { codeOf } from "./dialect.ts"
import { isTlsFault } from "./postgres-address.ts"
import { StoreUnavailable } from "./store-errors.ts"

/** SQLite's error codes about the disk. */
const DISK_CODES = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/
/** PostgreSQL's codes for lost connections, shutdown and exhausted resources, and Node's socket errors. */
const LOST_CODES =
  /^(08...|57P0[123]|53[123]00|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/
/**
 * PostgreSQL refuses the work: a lock timeout (57014 ours, 55P03 the server's), a read-only standby (25006), an idle timeout (25P03, 25P04,
 * 57P05), an unknown user or database (28, 3D000), a missing permission (42501).
 */
const REFUSED_CODES = /^(57014|55P03|25006|25P0[34]|57P05|28...|3D000|42501)$/

/** An error of SQLite's disk. */
export function isDiskError(error: unknown): boolean {
  return DISK_CODES.test(codeOf(error))
}

/** PostgreSQL's connection was lost or could not be made. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return LOST_CODES.test(codeOf(error)) || LOST_MESSAGES.test(error.message)
}

/** PostgreSQL answers but refuses to work now; errors of the query have other codes. */
export function isRefused(error: unknown): boolean {
  return REFUSED_CODES.test(codeOf(error)) || isTlsFault(error)
}

/** Whether the database is unavailable, from an error of the store or, inside a transaction, of the driver. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof StoreUnavailable || isDiskError(error) || isConnectionLost(error) || isRefused(error)
}
