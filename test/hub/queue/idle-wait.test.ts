import { expect, it } from "vitest"
import { idleWaitAfter } from "../../../hub/queue/idle-wait.ts"

const MINUTE_MS = 60_000

it.each([
  ["a single job", { jobs: 1, withinMs: 1 }, 0],
  ["a few at once", { jobs: 23, withinMs: 1 }, 0],
  ["many after a quiet minute", { jobs: 300, withinMs: MINUTE_MS }, 50],
  ["two hundred a second, also after a long rest", { jobs: 40, withinMs: 200 }, 50],
  ["six hundred a second", { jobs: 30, withinMs: 50 }, 200],
  ["two thousand a second", { jobs: 200, withinMs: 100 }, 200],
  ["four thousand a second", { jobs: 400, withinMs: 100 }, 100],
  ["more than it may take at once", { jobs: 499, withinMs: 10 }, 50],
])("an idle worker waits %s", (_what, found, ms) => {
  expect(idleWaitAfter(found)).toBe(ms)
})
