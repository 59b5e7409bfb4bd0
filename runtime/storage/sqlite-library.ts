/** The SQLite library that fits the Node that runs: version 13 where it can, version 12 on an older Node. */
import { createRequire } from "node:module"
import type Library from "better-sqlite3"

/** Version 13 calls what Node-API has since its version 10 (Node 22.14): an older Node dies at its first statement. */
const NODE_API = 10

/**
 * Version 12 cannot stand alone: compiled on a machine with Node 24.19 or later it aborts the process at a collection of garbage.
 * npm leaves the one out that Node is too old for.
 */
export function libraryFor(nodeApi: number): string {
  return nodeApi >= NODE_API ? "better-sqlite3" : "better-sqlite3-node20"
}

/** The program was installed with another Node, or could not be compiled for this one. */
class SqliteMissing extends Error {
  override readonly name = "SqliteMissing"

  constructor(library: string) {
    super(`SQLite is not installed for Node ${process.version} (${library}): run npm ci again with this Node`)
  }
}

const own = createRequire(import.meta.url)

/** The file to load it from, for a thread whose program is a text. */
export const SQLITE_LIBRARY = find(libraryFor(Number(process.versions.napi)))

export const Sqlite: typeof Library = own(SQLITE_LIBRARY)

function find(name: string): string {
  try {
    return own.resolve(name)
  } catch {
    throw new SqliteMissing(name)
  }
}
