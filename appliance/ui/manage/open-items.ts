/** Counts open items by tab. Pure. */
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { paymentsInDoubtOf } from "./checklist.ts"
import { isBad, maintenanceFaults } from "./maintenance-faults.ts"
import type { Tab } from "./tabs.ts"

const BROKEN: readonly string[] = ["paper_out", "cover_open", "offline"]

type OpenItemsState = Pick<
  StoreState,
  | "line"
  | "fiscal"
  | "printers"
  | "spool"
  | "care"
  | "now"
  | "ordersInDoubt"
  | "tendersInDoubt"
  | "conflicts"
  | "moneyToReturn"
>

/** The number on the tab. */
export function openCount(tab: Tab, state: OpenItemsState): number {
  if (tab === "today") return todayCount(state)
  if (tab === "printers") return state.printers.filter((printer) => BROKEN.includes(printer.state)).length
  return tab === "spool" ? state.spool.asking : 0
}

function todayCount(state: OpenItemsState): number {
  const { line, fiscal } = state
  const short = fiscal.points.filter(({ state }) => state !== "fine").length
  const wrong = [line.fenced, line.stuck, fiscal.is === "failing"].filter(Boolean).length
  const asks = line.parked + state.conflicts.count + paymentsInDoubtOf(state).length + state.moneyToReturn.length
  return wrong + short + asks + maintenanceFaults(state).filter(isBad).length
}

/** With a larger clock difference, sales appear in the wrong hour at the back office. */
const SKEW_MAX_MS = 60_000
/** An operation that waits longer counts as delayed. */
const LAG_MAX_MS = 5 * 60_000

interface SyncLight {
  readonly tone: "good" | "note" | "bad"
  readonly key: "fenced" | "stuck" | "unclaimed" | "down" | "late" | "sending" | "current"
}

/** Returns the worst state. */
export function syncLight({ line, now }: Pick<StoreState, "line" | "now">): SyncLight {
  if (line.fenced) return { tone: "bad", key: "fenced" }
  if (line.stuck) return { tone: "bad", key: "stuck" }
  if (!line.claimed) return { tone: "note", key: "unclaimed" }
  if (line.link === "down") return { tone: "note", key: "down" }
  const waits = line.oldestUnsentAt === null ? 0 : Date.parse(now) - Date.parse(line.oldestUnsentAt)
  if (waits > LAG_MAX_MS) return { tone: "bad", key: "late" }
  return line.unsent > 0 ? { tone: "note", key: "sending" } : { tone: "good", key: "current" }
}

export function isSkewed({ clockSkewMs }: StoreState["line"]): boolean {
  return clockSkewMs !== null && Math.abs(clockSkewMs) > SKEW_MAX_MS
}
