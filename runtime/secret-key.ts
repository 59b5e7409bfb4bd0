/** The key that seals secrets at rest: from the environment, or from a file in the data directory that is made once. */
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { BadFlags } from "./flags.ts"
import { createKey, readKey } from "./secrets.ts"
import { syncFile } from "./sync-file.ts"

const FILE = "secret.key"
const OWNER_ONLY = 0o600

/** The flag of whatever keeps secrets at rest. */
export const SECRET_KEY_FLAG = {
  env: "BRASA_SECRET_KEY",
  value: "KEY",
  about: "32 bytes, hex or base64, that seal secrets (default secret.key in the data directory). Better not as a flag.",
  read: readSecretKey,
} as const

export interface SecretKeyLocation {
  readonly given: string | null
  readonly dataDir: string
  /** What to do when the key is lost for good, where something is sealed already: a new key would leave it closed. Null where nothing is. */
  readonly ifLost: string | null
}

export function loadSecretKey({ given, dataDir, ifLost }: SecretKeyLocation): Buffer {
  if (given !== null) return readKey(given)
  const path = join(dataDir, FILE)
  if (!existsSync(path)) {
    if (ifLost !== null) throw new BadFlags([`${path} is not there, and it seals what the database keeps. ${ifLost}`])
    makeKey(dataDir, path)
  }
  try {
    return readKey(readFileSync(path, "utf8"))
  } catch (error) {
    if ("code" in Object(error)) throw error
    throw new BadFlags([`${path} is no key (${(error as Error).message}): put back the one that was there`])
  }
}

/** Whole and on the disk before anything is sealed with it: a power cut would else leave an empty file, and all that was sealed closed for good. */
function makeKey(dataDir: string, path: string): void {
  const making = `${path}.${process.pid}.partial`
  try {
    writeFileSync(making, `${createKey()}\n`, { mode: OWNER_ONLY })
    syncFile(making)
    nameFirst(making, path)
    syncFile(dataDir)
  } finally {
    rmSync(making, { force: true })
  }
}

/** Of two programs that begin in one moment the first one's stays. */
function nameFirst(making: string, path: string): void {
  try {
    linkSync(making, path)
  } catch (error) {
    // A file system that knows no links has to do without that.
    if (Object(error).code !== "EEXIST") renameSync(making, path)
  }
}

function readSecretKey([text]: readonly string[]): string | null {
  if (text === undefined) return null
  readKey(text)
  return text
}
