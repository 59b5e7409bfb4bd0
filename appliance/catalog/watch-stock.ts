/** Notifies screens when the sold-out time of a product has ended. Reads compute it themselves. */
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import type { BoxStore } from "../storage/index.ts"
import { backInStock } from "./stock-store.ts"

const CHECK_EVERY_MS = 1000

interface StockWatch {
  start(): void
  stop(): Promise<void>
  /** Checks now. */
  look(): void
}

export function createStockWatch(deps: { store: BoxStore; clock: Clock; log: Log; onMenu: () => void }): StockWatch {
  let seen = deps.clock.iso()
  const look = () => {
    const now = deps.clock.iso()
    if (deps.store.read((tx) => backInStock(tx, seen, now))) deps.onMenu()
    seen = now
  }
  const whenFailed = "could not check for products that are available again; the next check tries again"
  const { start, stop } = repeat({ name: "stock", everyMs: CHECK_EVERY_MS, log: deps.log, whenFailed }, look)
  return { look, start, stop }
}
