/** Tells a disk that fails from an op that does not fit. */

/** SQLite's words for what the row that was written did wrong; every other code is the disk's or the database's. */
const OPS_FAULT = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/

export function isDisk(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return code.startsWith("SQLITE_") && !OPS_FAULT.test(code)
}
