/**
 * One home per order (docs/contract/sync.md#writes-carried-to-the-store), on real processes over a cable that breaks: whatever store and headquarters ask at the same
 * time, one of them is first, and whatever got no answer can be asked again.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { confirmPayment, createOrder, getOrder, updateOrder } from "../../protocol/http/orders.ts"
import { eventually, insist } from "./store-day/insist.ts"
import { type OpenStage, openStage } from "./store-day/stage.ts"

const ROUNDS = 12
const STAGE_TIMEOUT_MS = 60_000
/** Five seconds of silence, and some for a machine that has much to do; a hub that waits twice needs ten. */
const DEADLINE_MS = 9_500

type Side = OpenStage["hub"]

let stage: OpenStage
let count = 0

beforeAll(async () => {
  stage = await openStage()
}, STAGE_TIMEOUT_MS)

afterAll(() => stage?.strike())

function order(): Promise<{ id: string }> {
  count += 1
  const body = {
    orderId: `home-${count}`,
    orderCode: `H-${count}`,
    createdAt: new Date().toISOString(),
    channel: "KIOSK",
    store: { code: "UIO-001" },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa", quantity: 1, unitPrice: "6.5" }] },
    payments: { totals: [{ code: "TOTAL" as const, amount: "6.5" }], currencyCode: "USD", status: "PENDING" as const },
  }
  return insist(() => stage.hub.call(createOrder, { body }))
}

/** An order that was created at the hub and is at home in the store. */
async function atStore(): Promise<string> {
  const { id } = await order()
  await eventually(async () => ((await read(stage.lan, id)) ? null : `order ${id} is not at the store yet`))
  return id
}

async function read(side: Side, orderId: string) {
  const answer = await side.call(getOrder, { params: { orderId }, query: {} })
  return answer.ok ? answer.data : null
}

function charge(side: Side, orderId: string) {
  const tender = { transaction_id: `t-${orderId}`, status: "approved" as const, amount: "6.5", currency_code: "USD" }
  const payments = [{ ...tender, method: "CARD", occurred_at: "2026-11-21T17:31:00Z" }]
  return side.call(confirmPayment, { params: { orderId }, body: { payments } })
}

function correct(side: Side, orderId: string, name: string) {
  const body = { expectedRevision: 1, idempotencyKey: `k-${name}`, client: { uid: "c-1", name } }
  return side.call(updateOrder, { params: { orderId }, body })
}

/** `applied`, `STALE_REVISION`, …: what a side said, in a word. */
function wordOf(answer: Awaited<ReturnType<typeof charge>> | Awaited<ReturnType<typeof correct>>): string {
  if (answer.ok) return answer.data.outcome
  return answer.offline ? answer.why : answer.refused
}

async function bothSidesAgree(orderId: string): Promise<NonNullable<Awaited<ReturnType<typeof read>>>> {
  await eventually(async () => {
    const [there, here] = [await read(stage.lan, orderId), await read(stage.hub, orderId)]
    return there && JSON.stringify(there) === JSON.stringify(here) ? null : { there, here }
  })
  const agreed = await read(stage.hub, orderId)
  if (!agreed) throw new Error(`order ${orderId} is gone`)
  return agreed
}

describe("while the link works", () => {
  it.each([
    ["the store charges while headquarters corrects", () => stage.lan, () => stage.hub],
    ["headquarters charges while the store corrects", () => stage.hub, () => stage.lan],
    ["headquarters does both", () => stage.hub, () => stage.hub],
  ])("%s: the correction is applied before the charge, or not at all", async (_what, charging, correcting) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await atStore()
      const asked = [charge(charging(), id), correct(correcting(), id, "Ana")] as const
      const [charged, corrected] = (await Promise.all(asked)).map(wordOf)
      expect(charged).toBe("settled")
      expect(["applied", "ORDER_NOT_OPEN"]).toContain(corrected)
      const agreed = await bothSidesAgree(id)
      const applied = corrected === "applied"
      expect(agreed).toMatchObject({ status: "COMPLETED", revision: applied ? 2 : 1 })
      expect(agreed.customer).toEqual(applied ? { uid: "c-1", name: "Ana" } : null)
    }
  })

  it("of two corrections from one revision one is applied, the other is stale", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await atStore()
      const words = await Promise.all([correct(stage.lan, id, "store"), correct(stage.hub, id, "hub")])
      expect(words.map(wordOf).sort()).toEqual(["STALE_REVISION", "applied"])
      const winner = wordOf(words[0]) === "applied" ? "store" : "hub"
      expect(await bothSidesAgree(id)).toMatchObject({ revision: 2, customer: { name: winner } })
    }
  })
})

describe("when the link breaks", () => {
  it("an answer lost after the commit: 503 in time, and the repeat is a duplicate", async () => {
    const [corrected, charged] = [await atStore(), await atStore()]
    stage.cable.mute()
    const startedAt = performance.now()
    const lost = await Promise.all([correct(stage.hub, corrected, "Ana"), charge(stage.hub, charged)])
    expect(lost.map(wordOf)).toEqual(["STORE_UNREACHABLE", "STORE_UNREACHABLE"])
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS)
    expect(await read(stage.lan, corrected)).toMatchObject({ revision: 2, customer: { name: "Ana" } })
    expect(await read(stage.lan, charged)).toMatchObject({ status: "COMPLETED" })
    stage.cable.mend()
    const repeated = await insist(() => correct(stage.hub, corrected, "Ana"))
    expect(repeated).toMatchObject({ outcome: "duplicate", revision: 2, applied: { client: { name: "Ana" } } })
    expect(await insist(() => charge(stage.hub, charged))).toMatchObject({ outcome: "duplicate", status: "COMPLETED" })
    expect(await bothSidesAgree(corrected)).toMatchObject({ revision: 2 })
    expect((await bothSidesAgree(charged)).payments).toHaveLength(1)
  })

  it("a store that is away: 503 at the hub, and the same requests are safe once it is back", async () => {
    const [corrected, charged, sold] = [await atStore(), await atStore(), await atStore()]
    stage.cable.pull()
    const startedAt = performance.now()
    const away = await Promise.all([
      correct(stage.hub, corrected, "Ana"),
      charge(stage.hub, charged),
      correct(stage.hub, sold, "Ana"),
    ])
    expect(away.map(wordOf)).toEqual(Array(away.length).fill("STORE_UNREACHABLE"))
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS)
    expect(wordOf(await charge(stage.lan, sold))).toBe("settled")
    expect(await read(stage.lan, corrected)).toMatchObject({ revision: 1, customer: null })
    stage.cable.mend()
    expect(await insist(() => correct(stage.hub, corrected, "Ana"))).toMatchObject({ outcome: "applied", revision: 2 })
    expect(await insist(() => charge(stage.hub, charged))).toMatchObject({ outcome: "settled" })
    expect(wordOf(await correct(stage.hub, corrected, "Ana"))).toBe("duplicate")
    expect(wordOf(await correct(stage.hub, sold, "Ana"))).toBe("ORDER_NOT_OPEN")
    for (const id of [corrected, charged, sold]) await bothSidesAgree(id)
  })

  it("an order that its store has not seen is corrected by the hub, and the store recognises the repeat", async () => {
    const known = await atStore()
    stage.cable.pull()
    expect(wordOf(await correct(stage.hub, known, "Eva"))).toBe("STORE_UNREACHABLE")
    const { id } = await order()
    expect(wordOf(await correct(stage.hub, id, "Ana"))).toBe("applied")
    stage.cable.mend()
    await eventually(async () => ((await read(stage.lan, id)) ? null : `order ${id} is not at the store yet`))
    expect(wordOf(await correct(stage.lan, id, "Ana"))).toBe("duplicate")
    expect(await insist(() => correct(stage.hub, id, "Ana"))).toMatchObject({ outcome: "duplicate", revision: 2 })
    expect(await bothSidesAgree(id)).toMatchObject({ revision: 2, customer: { name: "Ana" } })
  })
})
