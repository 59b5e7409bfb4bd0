/** Loads the better-sqlite3 version that works with the running Node: 13, or 12 on an older Node. */
import { createRequire } from "node:module"
import type Library from "better-sqlite3"

/** Version 13 needs Node-API 10 (Node 22.14); an older Node crashes at the first statement. */
const NODE_API = 10

/**
 * Version 12 alone is not enough: compiled with Node 24.19 or later it aborts the process during garbage collection. npm skips the version
 * that Node is too old for.
 */
export function libraryFor(nodeApi: number): string {
  return nodeApi >= NODE_API ? "better-sqlite3" : "better-sqlite3-node20"
}

/** The library was installed for another Node, or could not be compiled for this one. */
class SqliteMissing extends Error {
  override readonly name = "SqliteMissing"

  constructor(library: string) {
    super(`SQLite is not installed for Node ${process.version} (${library}): run npm ci again with this Node`)
  }
}

const own = createRequire(import.meta.url)

/** The library's file, for threads that load it themselves. */
export const SQLITE_LIBRARY = find(libraryFor(Number(process.versions.napi)))

export const Sqlite: typeof Library = own(SQLITE_LIBRARY)

function find(name: string): string {
  try {
    return own.resolve(name)
  } catch {
    throw new SqliteMissing(name)
  }
}
