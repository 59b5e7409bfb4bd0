/** A box whose database was damaged with nothing to go back to: it begins anew as a new box would, and says so until it has its store again. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { syncFile } from "../../../runtime/sync-file.ts"

const FILE = "begun-anew.json"

interface EmptyStart {
  readonly at: string
  readonly fault: string
}

/** Before the damaged one is set aside: a power cut between the two must not make it a box that never was one. */
export function noteEmptyStart(data: string, begun: EmptyStart): void {
  const partial = join(data, `${FILE}.partial`)
  writeFileSync(partial, JSON.stringify(begun))
  syncFile(partial)
  renameSync(partial, join(data, FILE))
  syncFile(data)
}

export function readEmptyStart(data: string): EmptyStart | null {
  const path = join(data, FILE)
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null
}
