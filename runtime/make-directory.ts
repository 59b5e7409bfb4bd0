/** Makes a folder with its parents. Node's own `recursive` never returns on file systems without folders (`/proc/x`). */
import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

export function makeDirectory(path: string): void {
  if (isFolder(path)) return
  try {
    mkdirSync(path)
  } catch (error) {
    if (isFolder(path)) return
    const parent = dirname(path)
    const isParentMissing = (error as NodeJS.ErrnoException).code === "ENOENT" && path !== "" && !isFolder(parent)
    if (!isParentMissing || parent === path) throw error
    makeDirectory(parent)
    makeDirectory(path)
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
