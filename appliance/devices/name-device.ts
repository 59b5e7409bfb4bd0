/** The id of a new screen, made of its name: a screen of the same name is the same screen, paired anew. */
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { BoxTx } from "../storage/index.ts"
import { idTaken, listPaired } from "./devices-store.ts"
import { openCodeOf } from "./pairing-codes-store.ts"

const ID_MAX = 40
const TRIES_MAX = 1_000

/** Topics and reports carry it: lower case letters, digits and dashes. */
export function idForName(tx: BoxTx, kind: DeviceKind, name: string): string {
  const same = listPaired(tx).find((device) => alike(device.name, name))
  if (same) return same.deviceId
  const stem = slugOf(name) || kind.replaceAll("_", "-")
  for (let n = 1; n < TRIES_MAX; n += 1) {
    const id = n === 1 ? stem : `${stem}-${n}`
    const waiting = openCodeOf(tx, id)
    if (waiting ? alike(waiting.name, name) : !idTaken(tx, id)) return id
  }
  throw new Error("no id is free for another screen")
}

export function alike(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function slugOf(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, ID_MAX)
    .replace(/^-+|-+$/g, "")
}
