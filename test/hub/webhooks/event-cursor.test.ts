import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type Dated,
  type EventCursor,
  NAMED_MAX,
  readEventCursor,
  SETTLED_AFTER_MS,
  stepOn,
  writeEventCursor,
} from "../../../hub/webhooks/event-cursor.ts"

const BEGIN = Date.parse("2026-11-21T12:00:00.000Z")
const START: EventCursor = { at: new Date(0).toISOString(), key: "", given: [] }
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const at = (ms: number) => new Date(BEGIN + ms).toISOString()

function behind(rows: readonly Dated[], { at, key }: EventCursor, size: number): Dated[] {
  return rows
    .filter((row) => row.createdAt > at || (row.createdAt === at && row.key > key))
    .sort((a, b) => (`${a.createdAt}${a.key}` < `${b.createdAt}${b.key}` ? -1 : 1))
    .slice(0, size + NAMED_MAX + 1)
}

describe("a reader of the event feed", () => {
  it("gets each event once, however late it was committed", () => {
    const late = fc.record({ dated: fc.nat(60_000), delay: fc.nat(SETTLED_AFTER_MS - 1) })
    fc.assert(
      fc.property(fc.array(late, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (events, size) => {
        const rows = events.map(({ dated, delay }, n) => ({ key: uuid(n), createdAt: at(dated), there: dated + delay }))
        const seen: string[] = []
        let cursor = START
        for (let now = 0; now <= 120_000; now += 1_500) {
          const there = rows.filter((row) => row.there <= now)
          for (;;) {
            const step = stepOn(cursor, { rows: behind(there, cursor, size), size, now: at(now) })
            seen.push(...step.events.map(({ key }) => key))
            const word = writeEventCursor(step.next)
            cursor = readEventCursor(word) ?? START
            expect(cursor).toEqual(step.next)
            if (!step.more) break
          }
        }
        expect(seen.toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
      }),
      { numRuns: 60 },
    )
  })

  it("waits for recent events to settle after it got many, and its cursor stays short", () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({ key: uuid(n), createdAt: at(n) }))
    const first = stepOn(START, { rows: behind(rows, START, 100), size: 100, now: at(300) })
    expect([first.events.length, first.more]).toEqual([100, false])
    expect(writeEventCursor(first.next).length).toBeLessThan(4000)
    const later = stepOn(first.next, { rows: behind(rows, first.next, 100), size: 100, now: at(60_000) })
    expect([later.events[0]?.key, later.events.length, later.more]).toEqual([uuid(100), 100, true])
  })

  it.each(["", "anywhere", "1.x", "zz.!!.", `${"9".repeat(20)}..`])("cannot use %j as a cursor", (word) => {
    expect(readEventCursor(word)).toBeNull()
  })
})
