import { expect, test } from "vitest"
import { momentOfWall } from "../../protocol/wall-clock.ts"

test.each([
  // Guayaquil has one offset.
  ["2026-11-21", "10:00", "America/Guayaquil", "2026-11-21T15:00:00.000Z"],
  // São Paulo had summer time until 2019, and none since.
  ["2018-12-01", "10:00", "America/Sao_Paulo", "2018-12-01T12:00:00.000Z"],
  ["2026-12-01", "10:00", "America/Sao_Paulo", "2026-12-01T13:00:00.000Z"],
  // Santiago: at the end of Saturday 4 April 2026 the clock goes back from 24:00 to 23:00.
  ["2026-04-04", "22:59", "America/Santiago", "2026-04-05T01:59:00.000Z"],
  ["2026-04-04", "23:30", "America/Santiago", "2026-04-05T02:30:00.000Z"],
  ["2026-04-05", "00:00", "America/Santiago", "2026-04-05T04:00:00.000Z"],
  ["2026-04-05", "02:00", "America/Santiago", "2026-04-05T06:00:00.000Z"],
  // And on 6 September it jumps from 00:00 to 01:00: what lies between is the jump itself.
  ["2026-09-06", "00:00", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["2026-09-06", "00:30", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["2026-09-06", "01:00", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["2026-09-06", "02:00", "America/Santiago", "2026-09-06T05:00:00.000Z"],
  // Asunción, while it had summer time.
  ["2023-03-25", "23:30", "America/Asuncion", "2023-03-26T02:30:00.000Z"],
  ["2023-03-26", "01:00", "America/Asuncion", "2023-03-26T05:00:00.000Z"],
  ["2023-10-01", "00:15", "America/Asuncion", "2023-10-01T04:00:00.000Z"],
])("on %s at %s in %s it is %s", (date, clock, timeZone, utc) => {
  const [hours = "0", minutes = "0"] = clock.split(":")
  expect(new Date(momentOfWall(date, Number(hours) * 60 + Number(minutes), timeZone)).toISOString()).toBe(utc)
})

test("minutes may go past midnight", () => {
  expect(momentOfWall("2026-04-04", 26 * 60, "America/Santiago")).toBe(
    momentOfWall("2026-04-05", 120, "America/Santiago"),
  )
})
