/** Makes a folder and those above it. Node's own `recursive` never comes back where a file system takes none (`/proc/x`). */
import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

export function makeDirectory(path: string): void {
  if (isFolder(path)) return
  try {
    mkdirSync(path)
  } catch (error) {
    if (isFolder(path)) return
    const above = dirname(path)
    const isAboveMissing = (error as NodeJS.ErrnoException).code === "ENOENT" && path !== "" && !isFolder(above)
    if (!isAboveMissing || above === path) throw error
    makeDirectory(above)
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
