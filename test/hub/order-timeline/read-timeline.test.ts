import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_KEY, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, correction, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const ADMIN = "/api/admin/orders"
const CLIENT = {
  uid: "c-9",
  name: "Ana",
  govIdNumber: "171.234-5678",
  email: "Ana@Example.com",
  phone: "+593 99 123 4567",
}

/** [code, wish]: one a day, the last at another vendor. */
const SALES: [code: string, wish: Parameters<typeof orderBody>[0]][] = [
  ["A-1", { createdAt: "2026-11-19T12:00:00-05:00", paid: "CASH", orderId: "till-1" }],
  ["A-2", { createdAt: "2026-11-20T12:00:00-05:00", orderId: "till-2", client: CLIENT }],
  ["A-3", { createdAt: "2026-11-21T12:00:00-05:00", orderId: "till-3" }],
  ["A-1", { createdAt: "2026-11-21T12:01:00-05:00", orderId: "till-4" }],
]

eachDatabase((_engine, open) => {
  let hub: TestHub
  let operations: SignedIn
  let reader: SignedIn
  let seesQuito: SignedIn
  let stranger: SignedIn
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    hub = await openTestHub(open)
    for (const [code, wish] of SALES) {
      const response = await hub.call("POST", ORDERS, orderBody({ ...wish, orderCode: code }))
      ids[String(wish?.orderId)] = response.body.data.id
    }
    const elsewhere = orderBody({ store: { code: "GYE-001" }, orderCode: "A-9", orderId: "gye-1" })
    ids["gye-1"] = (await hub.call("POST", ORDERS, elsewhere, SISTER_KEY)).body.data.id
    operations = await signIn(hub, "operations")
    reader = await signIn(hub, "read-only")
    seesQuito = await signIn(hub, "operations", { vendorIds: ["acme.ec.quito"] })
    stranger = await signIn(hub, "owner", { account: "globex" })
  })

  const find = async (query: string, who = operations) => {
    const { status, body } = await who.call("GET", `${ADMIN}?${query}`)
    expect([status, body.details]).toEqual([200, undefined])
    return body.data.items.map((order: { orderExternal: string }) => order.orderExternal)
  }

  describe("orders are found", () => {
    it.each<[query: string, found: string[]]>([
      ["", ["till-4", "till-3", "gye-1", "till-2", "till-1"]],
      ["search=a-1", ["till-4", "till-1"]],
      ["search=till-3", ["till-3"]],
      ["search=A-1&status=OPEN", ["till-4"]],
      ["search=A-1&to=2026-11-20", ["till-1"]],
      ["status=COMPLETED", ["till-1"]],
      ["from=2026-11-20&to=2026-11-20", ["till-2"]],
      ["vendorId=acme.ec.quito&from=2026-11-21", ["till-4", "till-3"]],
      [`storeId=${STORE}`, ["till-4", "till-3", "till-2", "till-1"]],
      [`storeId=${STORE}&to=2026-11-19`, ["till-1"]],
      ["search=1712345678", ["till-2"]],
      ["search=ANA%40example.com", ["till-2"]],
      ["search=593991234567", ["till-2"]],
      ["search=A-", []],
      ["search=%25", []],
    ])("?%s", async (query, found) => {
      const got = await find(query)
      expect([...got].sort()).toEqual([...found].sort())
    })

    it("by their id, in either case", async () => {
      expect(await find(`search=${ids["till-2"]?.toUpperCase()}`)).toEqual(["till-2"])
    })

    it("latest first, and each page continues the one before", async () => {
      for (const query of ["size=2", `size=2&storeId=${STORE}`, "size=1&search=A-1"]) {
        const seen: string[] = []
        let after = ""
        do {
          const { body } = await operations.call("GET", `${ADMIN}?${query}${after && `&after=${after}`}`)
          seen.push(...body.data.items.map((order: { createdAt: string; id: string }) => order.createdAt + order.id))
          after = body.data.next === null ? "" : encodeURIComponent(body.data.next)
        } while (after !== "")
        expect(seen).toEqual([...new Set(seen)].sort().reverse())
        expect(seen.length).toBe({ "size=2": 5, "size=1&search=A-1": 2 }[query] ?? 4)
      }
    })

    it("by a buyer's words, only by users who may see buyers", async () => {
      expect(await find("search=1712345678", reader)).toEqual([])
      expect(await find("search=till-2", reader)).toEqual(["till-2"])
    })

    it("only for the vendors that the user sees", async () => {
      expect(await find("search=gye-1")).toEqual(["gye-1"])
      expect(await find("search=gye-1", seesQuito)).toEqual([])
      expect(await find("", seesQuito)).not.toContain("gye-1")
      expect(await find("search=till-1", stranger)).toEqual([])
      expect((await seesQuito.call("GET", `${ADMIN}?vendorId=acme.ec.guayaquil`)).status).toBe(404)
    })

    it("by a corrected buyer, and no longer by the old one", async () => {
      await hub.call(
        "PUT",
        `${ORDERS}/till-3`,
        correction({ client: { ...CLIENT, govIdNumber: "0912345678", email: "" } }),
      )
      expect(await find("search=0912345678")).toEqual(["till-3"])
      await hub.call(
        "PUT",
        `${ORDERS}/till-3`,
        correction({ expectedRevision: 2, client: { uid: "c-1", name: "Eva", govIdNumber: "0999999" } }),
      )
      expect(await find("search=0912345678")).toEqual([])
    })

    it.each([
      ["after=x", "after"],
      ["from=2026-11-21&to=2026-11-20", "from"],
      ["storeId=1", "storeId"],
      ["status=open", "status"],
    ])("?%s is refused with its path", async (query, path) => {
      const { status, body } = await operations.call("GET", `${ADMIN}?${query}`)
      expect([status, body.details[0].path]).toEqual([400, path])
    })
  })

  describe("an order's timeline", () => {
    const story = async (orderId: string, who = operations) => (await who.call("GET", `${ADMIN}/${orderId}`)).body.data
    const kindsOf = (data: { timeline: { kind: string }[] }) => data.timeline.map(({ kind }) => kind)

    it("shows it from creation to cancellation, with people and amounts", async () => {
      const response = await hub.call("POST", ORDERS, orderBody({ orderId: "story-1", client: CLIENT }))
      const { id } = response.body.data
      await hub.call("PUT", `${ORDERS}/${id}`, correction())
      await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "tx-no", method: "CARD", declined: "51" }))
      await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "tx-yes", operator: "cashier-7" }))
      const told = await story(id)
      expect(new Set(kindsOf(told))).toEqual(
        new Set([
          "order.created",
          "event.recorded",
          "kitchen.sent",
          "order.corrected",
          "tender.declined",
          "tender.approved",
          "order.completed",
        ]),
      )
      const tender = told.timeline.find(({ kind }: { kind: string }) => kind === "tender.approved")
      expect(tender).toMatchObject({
        by: "cashier-7",
        amount: "65000",
        currencyCode: "USD",
        clock: "caller",
        tone: "good",
      })
      expect(told).toMatchObject({ home: "hub", timeZone: "America/Guayaquil", showsBuyers: true, cut: false })
      const moments = told.timeline.map(({ at }: { at: string }) => at)
      expect(moments).toEqual([...moments].sort())
    })

    it("names the key that cancelled, and only codes that the order had at the time", async () => {
      const response = await hub.call("POST", ORDERS, orderBody({ orderId: "story-2", orderCode: "before" }))
      const { id } = response.body.data
      const created = async () =>
        (await story(id)).timeline.find(({ kind }: { kind: string }) => kind === "order.created")
      expect((await created()).facts).toContainEqual({ name: "code", value: "before" })
      await hub.call("PUT", `${ORDERS}/${id}`, correction({ additionalInfo: { orderCode: "after" } }))
      await hub.call("POST", `/api/v1/adapters/partner/stores/orders/story-2/cancel`, { reason: "Customer left" })
      expect((await created()).facts.map(({ name }: { name: string }) => name)).not.toContain("code")
      const { timeline } = await story(id)
      const cancelled = timeline.find(({ kind }: { kind: string }) => kind === "order.cancelled")
      expect(cancelled).toMatchObject({ by: "integrator", clock: "hub" })
    })

    it("hides the buyer from users without the right, in timeline and record", async () => {
      const seen = JSON.stringify(await story(ids["till-3"] ?? "", reader))
      expect(seen).not.toMatch(/Eva|0999999/)
      expect(JSON.stringify(await story(ids["till-3"] ?? ""))).toMatch(/Eva/)
    })

    it("is hidden from other accounts", async () => {
      expect((await stranger.call("GET", `${ADMIN}/${ids["till-1"]}`)).status).toBe(404)
      expect((await seesQuito.call("GET", `${ADMIN}/${ids["gye-1"]}`)).status).toBe(404)
    })
  })
})
