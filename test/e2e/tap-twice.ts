/** Taps a button that asks for a second tap and forgets the first after some seconds; starts again if it was too slow. */
import type { Locator } from "playwright-core"

/** They ask for four. */
const ASKS_MS = 5_000
const TRIES = 3

/** `sure`: the button while it asks. */
export async function tapTwice(button: Locator, sure: Locator): Promise<void> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    await button.click()
    if (await isTapped(sure)) return
  }
  await button.click()
  await sure.click()
}

function isTapped(sure: Locator): Promise<boolean> {
  return sure.click({ timeout: ASKS_MS }).then(
    () => true,
    () => false,
  )
}
