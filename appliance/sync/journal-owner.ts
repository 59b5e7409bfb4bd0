/**
 * Distinguishes the journal that this machine writes from a copy of it. A small file beside the journal is replaced again and again, so that it gets a
 * new inode number and birth time, which the journal's last header names. A copy of both files has other values, also if it overwrote the original.
 */
import { renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { syncFile } from "../../runtime/sync-file.ts"

const FILE = "journal.owner"
/** The new file, which the journal names already, before it is renamed. A power cut may come between the two. */
const NEXT_FILE = "journal.owner.next"

/** What differs between the file and a copy of it. */
export interface FileIdentity {
  readonly ino: number
  readonly birthtimeMs: number
}

export function isOwner(folder: string, owner: FileIdentity): boolean {
  return [FILE, NEXT_FILE].some((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    if (found?.ino !== owner.ino) return false
    // A file system without birth times returns the last change.
    return found.birthtimeMs === owner.birthtimeMs || found.birthtimeMs === found.ctimeMs
  })
}

/** `write` puts the identity into the journal and syncs it. */
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
