/** The box's one credential for the hub's broker, and the key to its configuration's secrets, sealed on its own disk. */
import type { Database } from "better-sqlite3"
import { seal, unseal } from "../../protocol/runtime/secrets.ts"
import { dropMeta, readMeta, writeMeta } from "../storage/index.ts"

const KEY = "hub_credential"
const PLACE = "box/hub-credential"

export interface BoxCredential {
  readonly storeId: string
  readonly password: string
  /** Opens what the hub seals for this box; null from a hub that seals nothing. */
  readonly sealKey: string | null
  /** `mqtt://host:port` of the hub's broker. */
  readonly mqttUrl: string
}

export interface Credentials {
  /** null until the box is claimed. */
  read(): BoxCredential | null
  save(credential: BoxCredential): void
}

export function createCredentials(db: Database, secretKey: Buffer): Credentials {
  let known: BoxCredential | null = null
  return {
    read() {
      if (known) return known
      const sealed = readMeta(db, KEY)
      known = sealed === null ? null : JSON.parse(unseal(sealed, secretKey, PLACE))
      return known
    },
    save(credential) {
      writeMeta(db, KEY, seal(JSON.stringify(credential), secretKey, PLACE))
      known = credential
    },
  }
}

/** For a copy of the database that must never speak to the hub. */
export function forgetCredential(db: Database): void {
  dropMeta(db, KEY)
}
