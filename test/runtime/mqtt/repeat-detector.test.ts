/** What is large and said again and again is told of once; what is small, or moves on, never. */
import { expect, it } from "vitest"
import type { Log } from "../../../runtime/log.ts"
import { createRepeatDetector } from "../../../runtime/mqtt/repeat-detector.ts"

const LARGE = 40_000

function listening() {
  const told: unknown[] = []
  const log = { warn: (fields: unknown) => void told.push(fields) } as unknown as Log
  return { told, note: createRepeatDetector(log) }
}

it("a large message without acknowledgement is logged once, and again after progress", () => {
  const { told, note } = listening()
  for (let n = 0; n < 20; n += 1) note({ to: "store-1", what: "7", chars: LARGE })
  expect(told).toEqual([{ to: "store-1", what: "7", chars: LARGE, times: 5 }])
  for (let n = 0; n < 5; n += 1) note({ to: "store-1", what: "8", chars: LARGE })
  expect(told).toHaveLength(2)
})

it.each([
  ["what moves on", (n: number) => ({ what: String(n), chars: LARGE })],
  ["what is small", () => ({ what: "7", chars: 100 })],
  ["what is large now and then", (n: number) => ({ what: "7", chars: n % 2 === 0 ? LARGE : 100 })],
])("%s is not logged", (_what, sayingOf) => {
  const { told, note } = listening()
  for (let n = 0; n < 20; n += 1) note({ to: "store-1", ...sayingOf(n) })
  expect(told).toEqual([])
})

it("each peer is counted separately", () => {
  const { told, note } = listening()
  for (let n = 0; n < 4; n += 1) for (const to of ["store-1", "store-2"]) note({ to, what: "7", chars: LARGE })
  expect(told).toEqual([])
})
