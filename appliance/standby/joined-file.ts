/** What a standby knows of its first box, in a file that only its owner can read. */
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createClient } from "../../protocol/client/index.ts"
import { joinStandby } from "../../protocol/http/standby.ts"
import { unseal } from "../../runtime/secrets.ts"
import { writeWhole } from "./copy-files.ts"
import { JOIN_KEY_CONTEXT } from "./serve-standby.ts"
import { createKeyExchange } from "./shared-secret.ts"

const FILE = "joined.json"
export const STANDBY_DIR = "standby"

export interface Joined {
  /** The first box's address. */
  readonly first: string
  readonly key: string
  /** Base64. It opens the sealed secrets of the first box, which are in the copy too. */
  readonly secretKey: string
  readonly storeName: string
}

export function readJoined(data: string): Joined | null {
  const path = join(data, STANDBY_DIR, FILE)
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null
}

/** Pairs with the first box. A failure is returned as a text for the console. */
export async function joinFirst(
  data: string,
  { first, code, version }: { first: string; code: string; version: string },
): Promise<Joined | { readonly fault: string }> {
  const meeting = createKeyExchange()
  const answer = await createClient({ baseUrl: first, key: null }).call(joinStandby, {
    body: { code, publicKey: meeting.publicKey },
  })
  if (!answer.ok) return { fault: answer.offline ? `no box answers at ${first}` : answer.message }
  const { sealed, publicKey, storeName, version: its } = answer.data
  if (its !== version) return { fault: `that box runs version ${its}, this one ${version}: install the same on both` }
  const secrets = JSON.parse(unseal(sealed, meeting.keyWith(publicKey, code), JOIN_KEY_CONTEXT))
  const joined = { first, storeName, ...secrets } as Joined
  mkdirSync(join(data, STANDBY_DIR), { recursive: true, mode: 0o700 })
  writeWhole(join(data, STANDBY_DIR, FILE), JSON.stringify(joined))
  return joined
}
