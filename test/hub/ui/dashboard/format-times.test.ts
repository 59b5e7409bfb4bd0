import { afterEach, expect, it } from "vitest"
import { localDay } from "../../../../hub/ui/dashboard/format-times.ts"

const zone = process.env.TZ

afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it.each([
  ["America/Guayaquil", "2026-11-30"],
  ["Europe/Madrid", "2026-12-01"],
])("is the date of the calendar in %s", (timeZone, day) => {
  process.env.TZ = timeZone
  expect(localDay(new Date("2026-12-01T00:30:00Z"))).toBe(day)
})
