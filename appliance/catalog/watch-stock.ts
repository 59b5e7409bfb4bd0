/** Notices that a product is back because its time has come: screens are told, reads know it without us. */
import type { Clock } from "../../runtime/clock.ts"
import type { BoxStore } from "../storage/index.ts"
import { backInStock } from "./stock-store.ts"

const LOOK_EVERY_MS = 1000

export interface StockWatch {
  start(): void
  stop(): void
  /** Looks now. */
  look(): void
}

export function createStockWatch(parts: { store: BoxStore; clock: Clock; onMenu: () => void }): StockWatch {
  let timer: NodeJS.Timeout | null = null
  let seen = parts.clock.iso()
  const look = () => {
    const now = parts.clock.iso()
    if (parts.store.read((tx) => backInStock(tx, seen, now))) parts.onMenu()
    seen = now
  }
  return {
    look,
    start() {
      timer = setInterval(look, LOOK_EVERY_MS)
    },
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}
