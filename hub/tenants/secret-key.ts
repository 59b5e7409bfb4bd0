/** The key that seals secrets at rest: from the environment, or from a file in the data directory that is made once. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createKey, readKey } from "../../protocol/runtime/secrets.ts"

const FILE = "secret.key"
const OWNER_ONLY = 0o600

export function loadSecretKey(options: { given: string | null; dataDir: string }): Buffer {
  if (options.given !== null) return readKey(options.given)
  const path = join(options.dataDir, FILE)
  if (!existsSync(path)) writeFileSync(path, `${createKey()}\n`, { mode: OWNER_ONLY, flag: "wx" })
  return readKey(readFileSync(path, "utf8"))
}
