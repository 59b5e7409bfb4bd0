/** Tells errors of the disk from errors of the row that was written. */
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"

/** SQLite's codes for a row that breaks a rule. Every other code is an error of the disk or the database. */
const OPS_FAULT = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/

export function isDiskError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return code.startsWith("SQLITE_") && !OPS_FAULT.test(code)
}

/** Codes of a failing disk. SQLite may have rolled back the whole transaction. */
const DISKS_FAULT = /^SQLITE_(FULL|IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM)/

export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && "code" in error && DISKS_FAULT.test(String(error.code))
}

/** Whether another process (a console command) held the file for too long. The transaction has not begun. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")
}

/** Runs the work of a timer, which can be done later: an unwritable disk must not end the process. */
export function quietly(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!isDiskError(error) && !(error instanceof StoreUnavailable)) throw error
  }
}
