/** Derives the id of a screen from its name. A screen with the name of a paired one replaces it. */
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { BoxTx } from "../storage/index.ts"
import { isIdTaken, listPaired } from "./devices-store.ts"
import { openCodeOf } from "./pairing-codes-store.ts"

const ID_MAX = 40
const SUFFIX_MAX = 1_000

/** Topics contain the id, so it has only lower-case letters, digits and dashes. */
export function idForName(tx: BoxTx, kind: DeviceKind, name: string): string {
  const same = listPaired(tx).find((device) => isSameName(device.name, name))
  if (same) return same.deviceId
  const stem = slugOf(name) || kind.replaceAll("_", "-")
  for (let n = 1; n < SUFFIX_MAX; n += 1) {
    const id = n === 1 ? stem : `${stem}-${n}`
    const openCode = openCodeOf(tx, id)
    if (openCode ? isSameName(openCode.name, name) : !isIdTaken(tx, id)) return id
  }
  throw new Error("no id is free for another screen")
}

export function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

function slugOf(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, ID_MAX)
    .replace(/^-+|-+$/g, "")
}
