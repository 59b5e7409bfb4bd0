/** A cashier who tries PINs at a real box, as fast as it lets them, with the own PIN in between: what a script found in six seconds once. */
import { expect, it } from "vitest"
import { openLoneBox } from "../kit/lone-box.ts"
import { MANAGER_PIN, pairScreen, type Screen, STAFF, screenOf, signIn, takeOn } from "../kit/store-staff.ts"

const CASHIER_PIN = "1111"
const DAY_MS = 24 * 60 * 60 * 1000
const SECOND_MS = 1_000

it("a cashier can try a manager's PIN fewer than forty times in a day, and their own PIN resets no failure", async () => {
  const box = await openLoneBox()
  const office = await pairScreen(box.box, "manager", "office")
  const register = screenOf(box.box, { key: box.registerKey, deviceId: "pos-1" })
  const managerId = await takeOn(office, { role: "manager", pin: MANAGER_PIN })
  const cashierId = await takeOn(office, { role: "cashier", pin: CASHIER_PIN }, await signIn(office, MANAGER_PIN))
  const attempt = async (screen: Screen, staffId: string, pin: string) =>
    (await screen.call("POST", `${STAFF}/sign-in`, { staffId, pin })).body
  const start = box.clock.ms()
  let tried = 0
  while (box.clock.ms() - start < DAY_MS) {
    const guess = String(500_000 + tried)
    const { error, data } = await attempt(register, managerId, guess)
    expect(error).toMatch(/^PIN_(WRONG|LOCKED)$/)
    if (error === "PIN_WRONG") {
      tried += 1
      expect((await attempt(register, cashierId, CASHIER_PIN)).error).toBeUndefined()
    } else box.clock.advance(Math.max(Date.parse(data.until) - box.clock.ms(), SECOND_MS))
  }
  expect(tried).toBeLessThan(40)
  // Everybody else works on, and so does the manager at a screen where nobody guessed.
  expect((await attempt(office, managerId, MANAGER_PIN)).error).toBeUndefined()
})
