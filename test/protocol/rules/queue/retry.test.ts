import { expect, it } from "vitest"
import {
  attemptsMax,
  CALLBACK_RETRY,
  doubling,
  RETRY_AFTER_MAX_MS,
  type RetryPolicy,
  WEBHOOK_RETRY,
  waitAfter,
} from "../../../../protocol/rules/queue/retry.ts"

const MIDDLE = 0.5
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const waits = (policy: RetryPolicy) =>
  Array.from({ length: attemptsMax(policy) }, (_, n) => waitAfter(policy, { attempts: n + 1, chance: MIDDLE }))

it("callback has 8 attempts with waits doubling from 1 s", () => {
  expect(waits(CALLBACK_RETRY)).toEqual(
    [1, 2, 4, 8, 16, 32, 64].map((seconds) => seconds * SECOND).concat([null as never]),
  )
})

it("doubling stops at 5 min", () => {
  expect(doubling({ fromMs: SECOND, toMs: 5 * MINUTE, waits: 11 }).slice(7)).toEqual([
    128 * SECOND,
    256 * SECOND,
    5 * MINUTE,
    5 * MINUTE,
  ])
})

it("webhook delivery has the contract's schedule", () => {
  expect(waits(WEBHOOK_RETRY)).toEqual([
    ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
    null,
  ])
})

it.each([CALLBACK_RETRY, WEBHOOK_RETRY])("wait varies randomly by a fifth", (policy) => {
  const least = waitAfter(policy, { attempts: 1, chance: 0 }) ?? 0
  const most = waitAfter(policy, { attempts: 1, chance: 0.999_999 }) ?? 0
  expect([least, most]).toEqual([0.8, 1.2].map((share) => Math.round((policy.waitsMs[0] ?? 0) * share)))
})

it.each([
  ["longer than the policy: honoured", 90 * SECOND, 90 * SECOND],
  ["shorter: the policy's own", 10, SECOND],
  ["for ever: a day", 400 * HOUR, RETRY_AFTER_MAX_MS],
])("requested wait, %s", (_what, askedMs, wait) => {
  expect(waitAfter(CALLBACK_RETRY, { attempts: 1, chance: MIDDLE, askedMs })).toBe(wait)
})

it("wait is null after the last attempt, whatever was requested", () => {
  expect(waitAfter(CALLBACK_RETRY, { attempts: 8, chance: MIDDLE, askedMs: SECOND })).toBeNull()
})
