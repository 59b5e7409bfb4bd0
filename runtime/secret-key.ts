/** The key that encrypts stored secrets: from flag or environment, or from a file in the data directory that is made at the first start. */
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { BadFlags } from "./flags.ts"
import { createKey, readKey } from "./secrets.ts"
import { syncFile } from "./sync-file.ts"

const FILE = "secret.key"
const OWNER_ONLY = 0o600

export const SECRET_KEY_FLAG = {
  env: "BRASA_SECRET_KEY",
  value: "KEY",
  about:
    "32 bytes in hex or base64 that encrypt stored secrets (default: secret.key in the data directory). Prefer the environment to the flag.",
  read: readSecretKey,
} as const

export interface SecretKeyLocation {
  readonly given: string | null
  readonly dataDir: string
  /** Advice for a lost key if the database already has encrypted values, which a new key could not decrypt; null if it has none. */
  readonly ifLost: string | null
}

export function loadSecretKey({ given, dataDir, ifLost }: SecretKeyLocation): Buffer {
  if (given !== null) return readKey(given)
  const path = join(dataDir, FILE)
  if (!existsSync(path)) {
    if (ifLost !== null)
      throw new BadFlags([`${path} is missing, and the database has values that are encrypted with it. ${ifLost}`])
    makeKey(dataDir, path)
  }
  try {
    return readKey(readFileSync(path, "utf8"))
  } catch (error) {
    if ("code" in Object(error)) throw error
    throw new BadFlags([`${path} is not a key (${(error as Error).message}): restore the original file`])
  }
}

/** Writes the file completely to disk before the key is used, since a power cut could otherwise lose it with all encrypted values. */
function makeKey(dataDir: string, path: string): void {
  const partial = `${path}.${process.pid}.partial`
  try {
    writeFileSync(partial, `${createKey()}\n`, { mode: OWNER_ONLY })
    syncFile(partial)
    nameUnlessExists(partial, path)
    syncFile(dataDir)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Gives the file its final name unless another process was faster; then that process's key stays. */
function nameUnlessExists(partial: string, path: string): void {
  try {
    linkSync(partial, path)
  } catch (error) {
    // The file system has no hard links.
    if (Object(error).code !== "EEXIST") renameSync(partial, path)
  }
}

function readSecretKey([text]: readonly string[]): string | null {
  if (text === undefined) return null
  readKey(text)
  return text
}
