/** Fetches Vendure from npm into a folder of its own, once: it is a peer to measure, no part of ours, and under another licence. */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

export const VENDURE_VERSION = "3.7.3"
const PACKAGES = { "@vendure/core": VENDURE_VERSION, pg: "8.23.1" }
const FETCH_TIMEOUT_MS = 600_000
/** No package runs a program of its own, or asks anybody but the registry. */
const INSTALL = ["install", "--omit=dev", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"]

/** The folder, among the user's caches: its code is run, so nobody else may have put it there. */
export async function fetchVendure(): Promise<string> {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache")
  const folder = join(caches, "brasa-bench", `vendure-${VENDURE_VERSION}`)
  if (existsSync(folder)) return folder
  process.stderr.write(`fetching Vendure ${VENDURE_VERSION} from npm into ${folder}\n`)
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(join(unfinished, "package.json"), JSON.stringify({ private: true, dependencies: PACKAGES }))
  await promisify(execFile)("npm", INSTALL, { cwd: unfinished, timeout: FETCH_TIMEOUT_MS })
  renameSync(unfinished, folder)
  return folder
}
