import { beforeAll, describe, expect, it } from "vitest"
import { HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { type BothSides, openBothSides } from "../../kit/both-sides.ts"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, KEY, openTestHub, READER_KEY, SISTER_KEY, STORE } from "../../kit/hub.ts"
import { signIn } from "../../kit/people.ts"

const { path: LOST_SALES, example } = HUB_ENDPOINTS.recordLostSale
const lost = (over: object = {}) => ({ ...example, ...over })
const { reason: _why, ...noReason } = example

eachDatabase((engine, open) => {
  describe("lost sales", () => {
    it("are recorded once, and listed latest first", async () => {
      const { call, clock, events } = await openTestHub(open)
      const first = await call("POST", LOST_SALES, lost({ orderId: "a", whatever: 1 }))
      expect([first.status, first.body]).toEqual([
        201,
        { success: true, data: { id: expect.any(String), alreadyRecorded: false } },
      ])
      clock.advance(1000)
      await call("POST", LOST_SALES, lost({ orderId: "b", createdAt: "2026-01-01T12:00:00-05:00" }))
      const again = await call("POST", LOST_SALES, lost({ orderId: "a", orderCode: "OTHER" }))
      expect([again.status, again.body.data]).toEqual([200, { id: first.body.data.id, alreadyRecorded: true }])
      const { data } = (await call("GET", LOST_SALES, undefined, READER_KEY)).body
      expect(data).toMatchObject({ page: 1, size: 20, total: 2, totalPages: 1 })
      expect(data.lostSales.map((sale: { orderId: string }) => sale.orderId)).toEqual(["b", "a"])
      expect(data.lostSales[1]).toMatchObject({
        id: first.body.data.id,
        orderCode: "A-102",
        total: "65000",
        storeId: STORE,
        detail: { code: "SEQUENCE_EXHAUSTED" },
        metadata: { whatever: 1 },
      })
      expect((await call("GET", `${LOST_SALES}?size=1&page=2`)).body.data.lostSales[0].orderId).toBe("a")
      expect(await events()).toEqual([])
    })

    it("are stored once when many equal reports arrive at once", async () => {
      const { call } = await openTestHub(open)
      const answers = await Promise.all(Array.from({ length: 20 }, () => call("POST", LOST_SALES, lost())))
      expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
      expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    })

    it("are visible to their own vendor only", async () => {
      const { call } = await openTestHub(open)
      await call("POST", LOST_SALES, lost())
      for (const key of [SISTER_KEY, GLOBEX_KEY]) {
        expect((await call("POST", LOST_SALES, lost(), key)).status).toBe(404)
        expect((await call("GET", LOST_SALES, undefined, key)).body.data.total).toBe(0)
      }
    })

    it.each([
      ["no reason", noReason, "reason"],
      ["another reason", lost({ reason: "FORGOTTEN" }), "reason"],
      ["no orderId", lost({ orderId: undefined }), "orderId"],
      ["no store.code", lost({ store: { id: STORE } }), "store.code"],
    ])("with %s are refused", async (_what, body, path) => {
      const { call } = await openTestHub(open)
      const answer = await call("POST", LOST_SALES, body)
      expect([answer.status, answer.body.error]).toEqual([400, "VALIDATION_ERROR"])
      expect(answer.body.details).toContainEqual(expect.objectContaining({ path }))
    })

    it("are recorded by a box without a link, and reach the hub later", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      const first = (await box.call("POST", LOST_SALES, lost({ orderId: "at-store" }))).body.data
      expect(first.alreadyRecorded).toBe(false)
      const repeat = { ...first, alreadyRecorded: true }
      expect((await box.call("POST", LOST_SALES, lost({ orderId: "at-store" }))).body.data).toEqual(repeat)
      const stranger = lost({ orderId: "c", store: { code: "GYE-001" } })
      expect((await box.call("POST", LOST_SALES, stranger)).status).toBe(404)
      await box.whenSynced()
      expect((await hub.call("POST", LOST_SALES, lost({ orderId: "at-store" }))).body.data).toEqual(repeat)
    })
  })

  describe("a lost sale that hub and store recorded while the link was down", () => {
    let sides: BothSides
    beforeAll(async () => {
      sides = await openBothSides(open, engine === "postgres" ? 2 : 1)
    })

    const record = async (side: Pick<BothSides["box"], "call">, over: object) => {
      const { status, body } = await side.call("POST", LOST_SALES, lost(over), KEY)
      return { status, ...body.data }
    }
    const listed = async (orderId: string) =>
      (await sides.hub.call("GET", `${LOST_SALES}?size=100`)).body.data.lostSales.filter(
        (sale: { orderId: string }) => sale.orderId === orderId,
      )

    it("becomes the store's record, which names the hub's, and both sides return its id", async () => {
      sides.cable.pull()
      const total = { totals: [{ code: "TOTAL", amount: "7.0000" }], currencyCode: "USD" }
      const hubs = await record(sides.hub, { orderId: "both", payments: total })
      const stores = await record(sides.box, { orderId: "both" })
      expect([hubs.status, stores.status]).toEqual([201, 201])
      const owner = await signIn(sides.hub, "owner")
      const dismissal = { kind: "lostSale", key: hubs.id, action: "dismiss", note: "paid back" }
      expect((await owner.call("POST", "/api/admin/attention/settle", dismissal)).status).toBe(200)
      await sides.agree()
      const same = { status: 200, id: stores.id, alreadyRecorded: true }
      for (const side of [...sides.hubs, sides.box]) expect(await record(side, { orderId: "both" })).toEqual(same)
      expect(await listed("both")).toMatchObject([
        { id: stores.id, side: "store", total: "65000", replaced: [{ id: hubs.id, side: "hub", total: "70000" }] },
      ])
      const items = (await owner.call("GET", "/api/admin/attention?kind=lostSale")).body.data.items
      expect(items.filter(({ key }: { key: string }) => key === stores.id)).toEqual([])
    })

    it("is known at the store after it was recorded only at the hub", async () => {
      sides.cable.pull()
      const hubs = await record(sides.hub, { orderId: "hub-alone" })
      await sides.agree()
      expect(await record(sides.box, { orderId: "hub-alone" })).toEqual({
        status: 200,
        id: hubs.id,
        alreadyRecorded: true,
      })
      expect(await listed("hub-alone")).toMatchObject([{ id: hubs.id, side: "hub" }])
    })
  })
})
