/** Waits until a check holds, for as long as a busy machine may need. */
import { vi } from "vitest"

const TIMEOUT = { timeout: 20_000, interval: 5 }
const TURNS = 800
const TURN_MS = 5

/** The check throws while it does not hold, as `expect` does. */
export function soon<Found>(check: () => Found | Promise<Found>): Promise<Found> {
  return vi.waitFor(check, TIMEOUT)
}

/**
 * The same for what must come before something else brings it about as well, as a look every five seconds does. What counts are the turns that
 * this process gets, four seconds of them: while it stands still, nothing in it is late.
 */
export async function soonOfItself(check: () => unknown): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const isSo = await Promise.resolve()
      .then(check)
      .then(
        () => true,
        () => false,
      )
    if (isSo) return
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
  await check()
}
