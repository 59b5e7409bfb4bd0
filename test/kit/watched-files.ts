/** Checks log files in a test's directory for secrets before the directory is removed. */
import { type Dirent, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { lookAt } from "./printed-secrets.ts"

/** `box.log`, and `box.log.1` where it has been full once. */
const LOG_FILE = /\.log(\.\d+)?$/

export function lookAtLogFiles(directory: string): void {
  for (const path of logFilesIn(directory)) {
    const by = `the file ${relative(directory, path)}`
    for (const line of readFileSync(path, "utf8").split("\n")) lookAt(line, by)
  }
}

function logFilesIn(directory: string): string[] {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return logFilesIn(path)
    return entry.isFile() && LOG_FILE.test(entry.name) ? [path] : []
  })
}

/** A test may have removed it itself. */
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []
    throw error
  }
}
