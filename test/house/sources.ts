/** Reads the repository as the house tests see it: every source file, its text, what it imports. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { productRoot } from "../../runtime/root.ts"

export interface Source {
  /** From the root, with slashes. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
}

export interface Import {
  /** A path from the root for a relative import, else the package's name as written. */
  readonly target: string
  readonly relative: boolean
  readonly typeOnly: boolean
  /** Loaded when it is needed first, not with the file. */
  readonly onDemand: boolean
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\s\S]{0,2000}?\sfrom\s+)?["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']\s*\)/g

export const ROOT = productRoot()

/** The files that are or will be in the next commit. */
export function listFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
  return listed.toString().split("\n").filter(Boolean)
}

export function readSources(): Source[] {
  return listFiles()
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .flatMap((path) => {
      const text = readIfThere(path)
      return text === null ? [] : [{ path, text, imports: importsOf(path, text) }]
    })
}

/** null for a file that was deleted but is still in the index. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(join(ROOT, path), "utf8")
  } catch {
    return null
  }
}

function importsOf(path: string, text: string): Import[] {
  return [...withoutComments(text).matchAll(IMPORT)].map(([, type, from, dynamic]) => {
    const target = from ?? dynamic ?? ""
    const relative = target.startsWith(".")
    return {
      target: relative ? normalize(join(dirname(path), target)) : target,
      relative,
      typeOnly: type !== undefined,
      onDemand: dynamic !== undefined,
    }
  })
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "$1")
}
