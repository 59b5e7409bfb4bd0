/** Notices that a product is back because its time has come: screens are told, reads know it without us. */
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import type { BoxStore } from "../storage/index.ts"
import { backInStock } from "./stock-store.ts"

const CHECK_EVERY_MS = 1000

interface StockWatch {
  start(): void
  stop(): Promise<void>
  /** Looks now. */
  look(): void
}

export function createStockWatch(parts: { store: BoxStore; clock: Clock; log: Log; onMenu: () => void }): StockWatch {
  let seen = parts.clock.iso()
  const look = () => {
    const now = parts.clock.iso()
    if (parts.store.read((tx) => backInStock(tx, seen, now))) parts.onMenu()
    seen = now
  }
  const whenFailed = "products that are back in stock could not be looked for; it is tried again"
  const { start, stop } = repeat({ name: "stock", everyMs: CHECK_EVERY_MS, log: parts.log, whenFailed }, look)
  return { look, start, stop }
}
