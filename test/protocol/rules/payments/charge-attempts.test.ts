/** The next attempt of a charge: slots, retries, amounts, countries (docs/contract/payments.md#add-an-attempt, docs/contract/payments.md#create-a-charge). */
import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import {
  chargeCountry,
  nextAttempt,
  readChargeAmount,
  whyNotPayable,
} from "../../../../protocol/rules/payments/charge-attempts.ts"
import type { AttemptStatus } from "../../../../protocol/shapes/charge.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"

const TOTAL = 100_000
const at = (slot: number, attemptNumber: number, status: AttemptStatus, amount = TOTAL) => ({
  slot,
  attemptNumber,
  status,
  amount,
})

describe("next attempt of a charge", () => {
  it.each([
    ["a retry in the failed slot", [at(1, 1, "failed")], { slot: 1 }, { slot: 1, attemptNumber: 2, amount: TOTAL }],
    [
      "a second retry",
      [at(1, 1, "failed"), at(1, 2, "failed")],
      { slot: 1 },
      { slot: 1, attemptNumber: 3, amount: TOTAL },
    ],
    ["a new slot", [at(1, 1, "failed")], {}, { slot: 2, attemptNumber: 1, amount: TOTAL }],
    [
      "a new slot beside a link that waits",
      [at(1, 1, "requires_redirect")],
      { amount: 4 },
      { slot: 2, attemptNumber: 1, amount: 40_000 },
    ],
    ["what is left by default", [at(1, 1, "succeeded", 30_000)], {}, { slot: 2, attemptNumber: 1, amount: 70_000 }],
    ["after money on its way back", [at(1, 1, "solving", 30_000)], {}, { slot: 2, attemptNumber: 1, amount: 70_000 }],
    ["as text", [at(1, 1, "failed")], { slot: 1, amount: "2.5000" }, { slot: 1, attemptNumber: 2, amount: 25_000 }],
    [
      "a cancelled slot beside a failed one",
      [at(1, 1, "failed"), at(2, 1, "canceled")],
      { slot: 2 },
      { slot: 2, attemptNumber: 2, amount: TOTAL },
    ],
  ])("%s", (_what, attempts, asked, next) => {
    expect(nextAttempt({ attempts, total: TOTAL }, asked)).toEqual(next)
  })

  it.each([
    ["a slot with an active attempt", [at(1, 1, "created")], { slot: 1 }, "slot"],
    ["a slot with a link that waits", [at(1, 1, "failed"), at(1, 2, "requires_redirect")], { slot: 1 }, "slot"],
    ["a slot that was paid", [at(1, 1, "succeeded", 5)], { slot: 1 }, "slot"],
    ["a slot that is not there", [at(1, 1, "failed")], { slot: 3 }, "slot"],
    ["more than what is left", [at(1, 1, "succeeded", 30_000)], { amount: 7.0001 }, "amount"],
    ["nothing", [at(1, 1, "failed")], { amount: 0 }, "amount"],
    ["less than nothing", [at(1, 1, "failed")], { amount: -1 }, "amount"],
    ["five decimals", [at(1, 1, "failed")], { amount: 0.00001 }, "amount"],
    ["a paid charge", [at(1, 1, "succeeded")], {}, "intentId"],
    ["a cancelled charge", [at(1, 1, "canceled")], {}, "intentId"],
    ["a reversed charge", [at(1, 1, "refunded")], {}, "intentId"],
  ])("refuses %s", (_what, attempts, asked, path) => {
    const refused = nextAttempt({ attempts, total: TOTAL }, asked)
    expect(isRefusal(refused) && refused.details?.[0]?.path).toBe(path)
  })
})

describe("country of a charge", () => {
  it.each([
    [["EC"], undefined, "EC"],
    [["EC"], "EC", "EC"],
    [["EC", "CO"], "CO", "CO"],
    [undefined, "BR", "BR"],
  ])("for a method of %s and the request %s is %s", (countries, asked, country) => {
    expect(chargeCountry({ code: "LINK", countries }, asked)).toEqual({ country })
  })

  it.each([
    [["EC", "CO"], undefined],
    [undefined, undefined],
    [["EC"], "CO"],
  ])("is refused for a method of %s and the request %s", (countries, asked) => {
    expect(chargeCountry({ code: "LINK", countries }, asked)).toHaveProperty("fault")
  })
})

it("charge amount is in major units with at most four decimals", () => {
  expect([readChargeAmount(12.5), readChargeAmount("0.0001")]).toEqual([125_000, 1])
  expect(isRefusal(readChargeAmount("1.00001"))).toBe(true)
})

describe("an order", () => {
  const settlement = (status: "pending" | "declined" | "settled") => ({ status }) as OrderRecord["settlement"]

  it.each([
    ["OPEN", settlement("pending"), null],
    ["OPEN", settlement("declined"), null],
    ["OPEN", null, null],
    ["OPEN", settlement("settled"), "is paid already"],
    ["COMPLETED", settlement("settled"), "is paid already"],
    ["COMPLETED", null, "is paid already"],
    ["CANCELLED", settlement("settled"), "is cancelled"],
    ["FORCE_CLOSED", settlement("pending"), "is closed"],
  ] as const)("that is %s may be paid for: %o", (status, settled, why) => {
    expect(whyNotPayable({ status, settlement: settled })).toBe(why)
  })
})
