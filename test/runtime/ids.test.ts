import { expect, it } from "vitest"
import { createManualClock, systemClock } from "../../runtime/clock.ts"
import { createIds } from "../../runtime/ids.ts"

const NOON = "2026-11-21T12:00:00.000Z"
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it("makes UUIDs of version 7 that begin with the moment", () => {
  const id = createIds({ clock: createManualClock(NOON) }).uuid()
  expect(id).toMatch(UUID_V7)
  expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(Date.parse(NOON))
})

it("makes increasing UUIDs within a millisecond, past the counter, and while the clock steps back", () => {
  const clock = createManualClock(NOON)
  const ids = createIds({ clock })
  const made: string[] = []
  for (let round = 0; round < 10_000; round += 1) {
    if (round === 6_000) clock.advance(-86_400_000)
    if (round === 8_000) clock.advance(2 * 86_400_000)
    made.push(ids.uuid())
  }
  expect(made.every((id) => UUID_V7.test(id))).toBe(true)
  expect(made).toEqual([...made].sort())
  expect(new Set(made).size).toBe(made.length)
})

it("repeats its ids for the same random source", () => {
  const make = () => {
    let next = 0
    const random = (size: number) => Uint8Array.from({ length: size }, () => next++)
    const ids = createIds({ clock: createManualClock(NOON), random })
    return [ids.uuid(), ids.hex12(), ids.secret("sk_"), ids.token()]
  }
  expect(make()).toEqual(make())
})

it("makes short hex and long secrets", () => {
  const ids = createIds({ clock: systemClock })
  expect(ids.hex12()).toMatch(/^[0-9a-f]{12}$/)
  expect(ids.secret("key_")).toMatch(/^key_[\w-]{43}$/)
  expect(ids.token()).toMatch(/^[\w-]{43}$/)
  expect(ids.token()).not.toBe(ids.token())
})
