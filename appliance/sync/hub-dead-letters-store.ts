/** What the hub last said of this store's own ops that it could not take in. */
import type { HubDeadLetters } from "../../protocol/shapes/store-state.ts"
import { type BoxTx, readMeta, writeMeta } from "../storage/index.ts"

const KEY = "parked at the hub"
const NONE: HubDeadLetters = { total: 0, ops: [] }

/** The whole of it each time, so that what was settled is gone. */
export function saveHubDeadLetters({ db }: BoxTx, told: HubDeadLetters): void {
  writeMeta(db, KEY, JSON.stringify(told))
}

export function readHubDeadLetters({ db }: BoxTx): HubDeadLetters {
  const kept = readMeta(db, KEY)
  return kept === null ? NONE : JSON.parse(kept)
}
