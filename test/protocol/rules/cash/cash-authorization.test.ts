import { describe, expect, it } from "vitest"
import { approvalScope, authorize, authorizeAll } from "../../../../protocol/rules/cash/cash-authorization.ts"
import { closeCash } from "../../../../protocol/rules/cash/cash-close.ts"
import type { CashReconciliation } from "../../../../protocol/shapes/cash-close.ts"
import { aCashClose, accepted, anId, NOON, STORE_ID, TENANT } from "../../../kit/orders.ts"

const TOKEN = anId()
const LATER = "2026-11-22T09:00:00.000Z"
const authorization = { authorizationTokenId: TOKEN, storeId: STORE_ID, approvedBy: "Rosa Paz", approvedAt: LATER }
const approved = { approved_by: "Rosa Paz", approved_at: LATER }

const aRecord = (over: Partial<CashReconciliation> = {}, token: string | undefined = TOKEN): CashReconciliation => ({
  ...accepted<CashReconciliation>(
    closeCash({
      request: aCashClose({ declaredCash: 100, openingBalance: 100, ...(token && { authorizationTokenId: token }) }),
      cashSales: 0,
      operatorHasSales: true,
      day: { businessDayDate: "2026-11-21", closed: false, hasBegun: true },
      existing: { bySession: null, byShift: null },
      tenant: TENANT,
      id: anId(),
      reportedBy: "apikey:k",
      now: NOON,
    }),
  ),
  ...over,
})

describe("cash close with an authorization token", () => {
  it("gets the approval, whatever the case of the token", () => {
    const record = authorize(aRecord(), { authorization, usedFor: null }, NOON)
    expect(record.details.authorization).toEqual(approved)
    const upper = aRecord({ authorizationTokenId: TOKEN.toUpperCase() })
    expect(authorize(upper, { authorization, usedFor: null }, NOON).details.authorization).toEqual(approved)
  })

  it.each([
    ["nobody approved it", { authorization: null, usedFor: null }],
    ["it names another", { authorization: { ...authorization, authorizationTokenId: anId() }, usedFor: null }],
    ["the token was used for another shift", { authorization, usedFor: "another" }],
  ])("does not change when %s", (_why, approval) => {
    const record = aRecord()
    expect(authorize(record, approval, NOON)).toBe(record)
  })

  it("is approved in its second currency by the same approval", () => {
    const record = aRecord()
    const again = authorize(aRecord({ currency: "EUR" }), { authorization, usedFor: approvalScope(record) }, NOON)
    expect(again.details.authorization).toEqual(approved)
  })
})

it("late approval applies only to the first shift that named it, in all its currencies", () => {
  const [first, second] = [aRecord(), aRecord({ currency: "EUR" })]
  const other = aRecord({ sessionExternalId: "another" })
  const approvedCloses = authorizeAll([first, second, other], authorization)
  expect(approvedCloses.map(({ id, updatedAt, details }) => [id, updatedAt, details.authorization])).toEqual([
    [first.id, LATER, approved],
    [second.id, LATER, approved],
  ])
  expect(authorizeAll(approvedCloses, authorization)).toEqual([])
})
