/** Keeps the visit over a reload of the page, in this window alone; a wipe leaves nothing of it. */
import type { Visit } from "./visit.ts"

const KEY = "brasa.kiosk.visit"

export function storeVisit(visit: Visit): void {
  try {
    if (visit.phase === "attract") sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(visit))
  } catch (error) {
    console.warn("the visit could not be kept", error)
  }
}

/** Null when there is none, or none that can be read. */
export function storedVisit(): Visit | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Visit | null
    return kept && Array.isArray(kept.lines) && typeof kept.orderId === "string" ? kept : null
  } catch {
    return null
  }
}
