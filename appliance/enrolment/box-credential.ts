/** The box's credential for the hub's broker and the key to its configuration's secrets, sealed on its disk. */
import type { Database } from "better-sqlite3"
import { loadSecretKey, type SecretKeyLocation } from "../../runtime/secret-key.ts"
import { seal, unseal } from "../../runtime/secrets.ts"
import { dropMeta, readMeta, writeMeta } from "../storage/index.ts"

const KEY = "hub_credential"
const PLACE = "box/hub-credential"

export interface BoxCredential {
  readonly storeId: string
  readonly password: string
  /** Opens what the hub seals for this box; null from an older hub that seals nothing. */
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
      // Read from disk at its next use, because this transaction may still be undone.
      known = null
    },
  }
}

/** The key that seals the credential. PINs are hashed with it too, so a box with a store never gets another one. */
export function loadBoxKey(db: Database, place: Omit<SecretKeyLocation, "ifLost">): Buffer {
  return loadSecretKey({ ...place, ifLost: readMeta(db, KEY) === null ? null : IF_LOST })
}

const IF_LOST =
  "Put back the one that was there; no backup of the database holds it. If nobody has it any more, start on an empty folder (--data), and headquarters gives that box the store, in the place of this one."

/** Removes the credential from a copy of the database that must never connect to the hub. */
export function forgetCredential(db: Database): void {
  dropMeta(db, KEY)
}
