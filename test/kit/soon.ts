/** Waits until a check holds, for as long as a machine that is shared by much else may take. */
import { vi } from "vitest"

const PATIENCE = { timeout: 20_000, interval: 5 }

/** The check throws while it does not hold, as `expect` does. */
export function soon<Found>(check: () => Found | Promise<Found>): Promise<Found> {
  return vi.waitFor(check, PATIENCE)
}
