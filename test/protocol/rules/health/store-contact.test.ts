/** Until when headquarters may speak of a store as it is now. */
import { expect, it } from "vitest"
import { CONTACT_FRESH_MS, salesUnknownSince, unknownSince } from "../../../../protocol/rules/health/store-contact.ts"

const HEARD = "2026-11-21T17:40:00.000Z"
const after = (ms: number) => new Date(Date.parse(HEARD) + ms).toISOString()

it.each([
  ["known", "an open line was used just now", true, 0, null],
  ["known", "an open line waits for its next contact", true, CONTACT_FRESH_MS, null],
  ["unknown", "an open line is overdue", true, CONTACT_FRESH_MS + 1, HEARD],
  ["unknown", "the line is closed", false, 0, HEARD],
])("a store is %s when %s", (_, _when, online, ms, since) => {
  expect(unknownSince({ online, heardAt: HEARD }, after(ms))).toBe(since)
})

it("store without any contact has no last contact", () => {
  expect(unknownSince({ online: false, heardAt: null }, HEARD)).toBeNull()
})

const DAY = { date: "2026-11-21", isClosed: false, contactDate: "2026-11-21", unsent: 0 }

it.each([
  ["unknown", "the day went on at the last contact", {}, HEARD],
  ["known", "the close of the day has arrived", { isClosed: true }, null],
  ["known", "the day was over at the last contact and all of it sent", { date: "2026-11-20" }, null],
  ["unknown", "the day was over at the last contact and something unsent", { date: "2026-11-20", unsent: 2 }, HEARD],
  ["unknown", "the store had not said what was unsent", { date: "2026-11-20", unsent: null }, HEARD],
  ["unknown", "the day came after the last contact", { date: "2026-11-22" }, HEARD],
])("the sales of a store out of contact are %s when %s", (_, _when, more, since) => {
  expect(salesUnknownSince({ online: false, heardAt: HEARD }, { ...DAY, ...more }, HEARD)).toBe(since)
})

it("sales of a connected store are complete", () => {
  expect(salesUnknownSince({ online: true, heardAt: HEARD }, DAY, HEARD)).toBeNull()
})
