/** The hub's last report on this store's ops that the hub could not apply. */
import type { HubDeadLetters } from "../../protocol/shapes/store-state.ts"
import { type BoxTx, readMeta, writeMeta } from "../storage/index.ts"

const KEY = "parked at the hub"
const NONE: HubDeadLetters = { total: 0, ops: [] }

/** Replaces the former report, so that settled ops disappear. */
export function saveHubDeadLetters({ db }: BoxTx, told: HubDeadLetters): void {
  writeMeta(db, KEY, JSON.stringify(told))
}

export function readHubDeadLetters({ db }: BoxTx): HubDeadLetters {
  const kept = readMeta(db, KEY)
  return kept === null ? NONE : JSON.parse(kept)
}
