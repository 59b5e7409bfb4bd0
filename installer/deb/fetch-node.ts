/** Downloads Node for an architecture from npm, checks the pinned hash, and unpacks it. */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { ARCHITECTURES, type ArchitectureName, NODE_VERSION } from "./architectures.ts"
import { runTool } from "./run-tool.ts"

/** Returns the folder with `bin/node` and `LICENSE`, which is cached. */
export function fetchNode(name: ArchitectureName, cache: string): string {
  const { nodePackage, nodeIntegrity } = ARCHITECTURES[name]
  const folder = join(cache, `node-${NODE_VERSION}-${name}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  runTool("npm", ["pack", `${nodePackage}@${NODE_VERSION}`, "--silent", "--pack-destination", cache])
  const archive = join(cache, `${nodePackage}-${NODE_VERSION}.tgz`)
  assertPinned(archive, nodeIntegrity)
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial)
  runTool("tar", ["-xzf", archive, "-C", partial, "--strip-components=1"])
  rmSync(archive)
  renameSync(partial, folder)
  return folder
}

function assertPinned(file: string, integrity: string): void {
  const found = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`
  if (found === integrity) return
  throw new Error(`${file} is not the file that is pinned in architectures.ts (${found})`)
}
