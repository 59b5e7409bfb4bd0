/** The key that seals secrets at rest: from the environment, or from a file in the data directory that is made once. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createKey, readKey } from "./secrets.ts"

const FILE = "secret.key"
const OWNER_ONLY = 0o600

/** The flag of whatever keeps secrets at rest. */
export const SECRET_KEY_FLAG = {
  env: "BRASA_SECRET_KEY",
  value: "KEY",
  about: "32 bytes, hex or base64, that seal secrets (default secret.key in the data directory). Better not as a flag.",
  read: readSecretKey,
} as const

export function loadSecretKey(options: { given: string | null; dataDir: string }): Buffer {
  if (options.given !== null) return readKey(options.given)
  const path = join(options.dataDir, FILE)
  if (!existsSync(path)) writeFileSync(path, `${createKey()}\n`, { mode: OWNER_ONLY, flag: "wx" })
  return readKey(readFileSync(path, "utf8"))
}

function readSecretKey([text]: readonly string[]): string | null {
  if (text === undefined) return null
  readKey(text)
  return text
}
