/**
 * Tells the journal that this machine writes from a copy of it. The small file beside the journal is made anew again and again, so the file system gives
 * it a new number and birth, and the journal's last header names them. A copy of both has others, also where it was written over the original.
 */
import { renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { syncFile } from "../../runtime/sync-file.ts"

const FILE = "journal.owner"
/** Made and named by the journal, but not in its place yet: a power cut between the two. */
const NEXT_FILE = "journal.owner.next"

/** What a copy of the file has other than the file. */
export interface FileIdentity {
  readonly ino: number
  readonly birthtimeMs: number
}

export function isOwner(folder: string, owner: FileIdentity): boolean {
  return [FILE, NEXT_FILE].some((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    if (found?.ino !== owner.ino) return false
    // A file system without births answers the last change.
    return found.birthtimeMs === owner.birthtimeMs || found.birthtimeMs === found.ctimeMs
  })
}

/** `write` puts the identity into the journal, durably. */
export function renewOwner(folder: string, write: (owner: FileIdentity) => void): void {
  const next = join(folder, NEXT_FILE)
  writeFileSync(next, "", { mode: 0o600 })
  syncFile(next)
  syncFile(folder)
  const { ino, birthtimeMs } = statSync(next)
  write({ ino, birthtimeMs })
  renameSync(next, join(folder, FILE))
  syncFile(folder)
}
