/** The box's one credential for the hub's broker, kept on its own disk. */
import type { Database } from "better-sqlite3"
import { readMeta, writeMeta } from "../storage/index.ts"

const KEY = "hub_credential"

export interface BoxCredential {
  readonly storeId: string
  readonly password: string
  /** `mqtt://host:port` of the hub's broker. */
  readonly mqttUrl: string
}

/** null until the box is claimed. */
export function readCredential(db: Database): BoxCredential | null {
  const text = readMeta(db, KEY)
  return text === null ? null : JSON.parse(text)
}

export function saveCredential(db: Database, credential: BoxCredential): void {
  writeMeta(db, KEY, JSON.stringify(credential))
}
