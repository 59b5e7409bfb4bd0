/** Fiscal numbers left: per point and kind of document, low in time, used up at the end. */
import { describe, expect, it } from "vitest"
import { numbersLeft } from "../../../../protocol/rules/fiscal/numbers-left.ts"
import { aStore, NOON } from "../../../kit/orders.ts"

const EC = { legalName: "Acme", govIdType: "RUC", govIdNumber: "1790012344001" }
const CO = { legalName: "Acme", govIdType: "NIT", govIdNumber: "900373115-3" }
const CAF = { from: 1, to: 100 }

const ecuador = (points: readonly object[], over = {}) =>
  aStore({ legal: EC, fiscal: { environment: "SANDBOX", gateway: true, points, ...over } })
const chile = () =>
  aStore({
    countryCode: "CL",
    currency: "CLP",
    legal: { legalName: "Acme", govIdType: "RUT", govIdNumber: "76192083-9" },
    fiscal: { environment: "SANDBOX", points: [{ side: "appliance", documentType: "39", ...CAF }] },
  })
const box = { side: "appliance", establishment: "001", emissionPoint: "002" }
const left = (store: Parameters<typeof numbersLeft>[0], last: number | null) => numbersLeft(store, () => last, NOON)

describe("numbers left of a store's points", () => {
  it("are off when the box numbers nothing", () => {
    expect(left(aStore(), null)).toEqual({ is: "off" })
    expect(left(ecuador([{ ...box, side: "hub" }]), null)).toEqual({ is: "off" })
  })

  it("list each document type with its last number", () => {
    const numbers = left(ecuador([box]), 7)
    expect(numbers).toMatchObject({
      is: "on",
      points: [
        { point: "001-002", operation: "ISSUE", last: 7, left: 999_999_992, state: "fine" },
        { point: "001-002", operation: "CANCEL", last: 7 },
      ],
    })
  })

  it.each([
    [null, 100, "fine"],
    [89, 11, "fine"],
    [91, 9, "low"],
    [100, 0, "used_up"],
    [250, 0, "used_up"],
  ])("after %s of 100 are %i and the state is %s", (last, count, state) => {
    expect(left(chile(), last)).toMatchObject({ points: [{ point: "1–100", left: count, state }] })
  })

  it("have a failure when no point can number", () => {
    expect(left(ecuador([{ ...box, emissionPoint: "x" }]), null)).toMatchObject({
      is: "failing",
      failure: { code: "FISCAL_POINT_INVALID" },
    })
    expect(left(ecuador([box], { pointsUsedUp: true }), null)).toMatchObject({ is: "failing" })
    const noKey = { side: "appliance", prefix: "SETP", ...CAF }
    const colombia = aStore({ countryCode: "CO", legal: CO, fiscal: { environment: "SANDBOX", points: [noKey] } })
    expect(left(colombia, null)).toMatchObject({ is: "failing" })
  })
})
