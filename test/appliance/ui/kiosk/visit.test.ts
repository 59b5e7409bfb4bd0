import { describe, expect, it } from "vitest"
import { newVisit, type Picked, stepVisit, type Visit, type VisitStep } from "../../../../appliance/ui/kiosk/visit.ts"

const IDS = { orderId: "o-1", jobId: "j-1" }
const picked = (over: Partial<Picked> = {}): Picked => ({
  lineId: "l-1",
  productId: "burger",
  quantity: 1,
  choices: [],
  notes: "",
  ...over,
})
const SENT = {
  orderId: "o-1",
  fulfillment: "DINE_IN" as const,
  lines: [{ productId: "burger", quantity: 1, choices: [] }],
  total: "65000",
  buyer: { name: "Ana" },
}
const ORDER = { orderId: "o-1", orderCode: "K-001", total: "65000", paid: false }
const visited = (...steps: VisitStep[]): Visit => steps.reduce(stepVisit, newVisit(IDS))
const chosen: VisitStep[] = [
  { type: "begin", fulfillment: "DINE_IN" },
  { type: "add", line: picked() },
  { type: "buyer", buyer: { name: "Ana", govIdType: "CEDULA", govIdNumber: "1710034065", email: "" } },
]
const sentBy = (payBy: string | null): VisitStep[] => [...chosen, { type: "send", sent: SENT, payBy }]

describe("choosing", () => {
  it("joins equal choices, and separates others", () => {
    const visit = visited(
      { type: "add", line: picked() },
      { type: "add", line: picked({ lineId: "l-2", quantity: 2 }) },
      { type: "add", line: picked({ lineId: "l-3", notes: "no onion" }) },
    )
    expect(visit.lines).toMatchObject([
      { lineId: "l-1", quantity: 3 },
      { lineId: "l-3", quantity: 1 },
    ])
  })

  it("removes a line at zero, and no more than allowed", () => {
    const two = visited(
      { type: "add", line: picked() },
      { type: "add", line: picked({ lineId: "l-2", productId: "juice" }) },
    )
    expect(stepVisit(two, { type: "quantity", lineId: "l-2", quantity: 0 }).lines).toHaveLength(1)
    expect(stepVisit(two, { type: "quantity", lineId: "l-2", quantity: 500 }).lines[1]?.quantity).toBe(99)
  })

  it("does not continue to the payment without a line", () => {
    expect(visited({ type: "begin", fulfillment: "DINE_IN" }, { type: "go", to: "pay" }).phase).toBe("menu")
  })
})

describe("an order that was sent", () => {
  it.each<VisitStep>([
    { type: "add", line: picked({ lineId: "l-9" }) },
    { type: "quantity", lineId: "l-1", quantity: 5 },
    { type: "go", to: "menu" },
    { type: "send", sent: { ...SENT, total: "1" }, payBy: null },
    { type: "begin", fulfillment: "TAKE_AWAY" },
  ])("is not changed by $type: the box may have it already", (step) => {
    const visit = visited(...sentBy(null))
    expect(stepVisit(visit, step)).toEqual(visit)
  })

  it("returns to the basket with everything if it is refused", () => {
    const visit = visited(...sentBy("LINK"), { type: "refused", notice: "menu" })
    expect(visit).toMatchObject({ phase: "basket", notice: "menu", sent: null, orderId: "o-1", buyer: { name: "Ana" } })
    expect(visit.lines).toHaveLength(1)
  })

  it.each([
    ["at the counter", null, false, "done"],
    ["by link", "LINK", false, "link"],
    ["by link, and is paid by the time the answer comes", "LINK", true, "done"],
  ] as const)("that is to be paid %s continues, and forgets the guest", (_what, payBy, paid, phase) => {
    const visit = visited(...sentBy(payBy), { type: "placed", order: { ...ORDER, paid } })
    expect(visit).toMatchObject({ phase, order: { orderCode: "K-001", paid } })
    expect(JSON.stringify(visit)).not.toMatch(/Ana|1710034065/)
  })

  it("that is not paid by link ends at the counter, unpaid; a paid one ends as paid", () => {
    const waiting: VisitStep[] = [...sentBy("LINK"), { type: "placed", order: ORDER }]
    expect(visited(...waiting, { type: "counter" })).toMatchObject({ phase: "done", order: { paid: false } })
    expect(visited(...waiting, { type: "counter", doubt: true })).toMatchObject({
      phase: "done",
      order: { doubt: true },
    })
    expect(visited(...waiting, { type: "paid" })).toMatchObject({ phase: "done", order: { paid: true } })
  })
})

it("a reset leaves nothing of the guest, not even the size of the letters", () => {
  const ids = { orderId: "o-2", jobId: "j-2" }
  const visit = visited(...sentBy("LINK"), { type: "look", large: true, low: true }, { type: "wipe", ids })
  expect(visit).toEqual(newVisit(ids))
})
