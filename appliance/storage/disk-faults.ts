/** Tells a disk that fails from an op that does not fit. */
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"

/** SQLite's words for what the row that was written did wrong; every other code is the disk's or the database's. */
const OPS_FAULT = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/

export function isDiskError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return code.startsWith("SQLITE_") && !OPS_FAULT.test(code)
}

/** The disk itself, surely: what was written in the same transaction may be gone with it. */
const DISKS_FAULT = /^SQLITE_(FULL|IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM)/

export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && "code" in error && DISKS_FAULT.test(String(error.code))
}

/** Another process of the box's, a word at its console, holds the file for longer than is waited: nothing was begun. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")
}

/** For what a timer does and can do later: a disk that takes nothing ends no process. */
export function quietly(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!isDiskError(error) && !(error instanceof StoreUnavailable)) throw error
  }
}
