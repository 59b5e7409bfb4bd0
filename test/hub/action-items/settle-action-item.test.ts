import { beforeAll, describe, expect, it } from "vitest"
import { JOBS } from "../../../hub/ui/dashboard/messages/jobs.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { DEAD, goWrong, INTENT, LONG_AGO, SISTERS_DEAD } from "../../kit/gone-wrong.ts"
import { NOW, openTestHub, SISTER_STORE, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const LIST = "/api/admin/attention"
/** Two documents with the authority for a day: one on its way, one that it has. */
const SILENT = (["handed", "submitted"] as const).map((submission, at) => ({
  ...{ account_id: "acme", vendor_id: "acme.ec.quito", store_id: STORE, operation: "ISSUE", side: "hub" },
  ...{ fiscal_request_id: `019aa000-0000-7000-8000-00000000001${at}`, external_id: `silent-${at}` },
  ...{ submission, created_at: LONG_AGO, record: JSON.stringify({ representation: { documentNumber: null } }) },
}))

eachDatabase((_engine, open) => {
  let hub: TestHub
  let owner: SignedIn
  let reader: SignedIn
  let seesQuito: SignedIn
  let stranger: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    await hub.beside(goWrong)
    owner = await signIn(hub, "owner")
    reader = await signIn(hub, "read-only")
    seesQuito = await signIn(hub, "operations", { vendorIds: ["acme.ec.quito"] })
    stranger = await signIn(hub, "owner", { account: "globex" })
  })

  const list = async (kind: string, who = owner) => (await who.call("GET", `${LIST}?kind=${kind}`)).body.data.items
  const settle = (body: object, who = owner) => who.call("POST", `${LIST}/settle`, body)
  const counts = async (who: SignedIn) => {
    const { body } = await who.call("GET", `${LIST}/counts`)
    return Object.fromEntries(body.data.counts.map((one: { kind: string; count: number }) => [one.kind, one.count]))
  }

  describe("an action item", () => {
    it("is counted by kind, for the vendors that the user sees", async () => {
      expect(await counts(reader)).toMatchObject({ parked: 2, job: 2, payment: 1, document: 0, lostSale: 0 })
      expect(await counts(seesQuito)).toMatchObject({ parked: 1, job: 1, payment: 1 })
      expect(await counts(stranger)).toMatchObject({ parked: 0, job: 0, payment: 0 })
    })

    it("has its reason, advice and possible actions, and no buyer", async () => {
      const [job] = await list("job")
      expect(job).toMatchObject({
        key: DEAD,
        what: "webhook.deliver",
        order: "order-7",
        advice: "delivery",
        at: LONG_AGO,
      })
      expect(job.actions).toEqual(["replay", "dismiss"])
      expect(job.why).toBe("answered 500 to •••")
      expect(await list("payment")).toMatchObject([
        { key: INTENT, what: "6.5 USD", order: "web-7", advice: "unfit", actions: ["dismiss"], storeId: STORE },
      ])
      expect(await list("parked", seesQuito)).toMatchObject([{ advice: "parked", why: "no such store" }])
    })

    it("of a lost sale shows the amount that the guest must get back", async () => {
      const sale = { ...orderBody({ orderId: "lost-1", orderCode: "L-1" }), reason: "FISCAL_NUMBERING_FAILED" }
      await hub.call("POST", "/api/v1/core/external/lost-sales", sale)
      await hub.call("POST", "/api/v1/core/external/lost-sales", {
        orderId: "lost-2",
        store: { code: "UIO-001" },
        reason: "FISCAL_NUMBERING_FAILED",
      })
      const found = await list("lostSale")
      expect(found.map(({ what }: { what: string }) => what)).toEqual(["L-1 · 6.5 USD", "lost-2"])
      expect(found).toMatchObject(Array(2).fill({ advice: "lostSale", order: null }))
    })

    it("of a lost sale whose order arrived after all says so, and how it was paid", async () => {
      await hub.call("POST", ORDERS, orderBody({ orderId: "lost-1", orderCode: "L-1", paid: "CASH" }))
      await hub.call("POST", ORDERS, orderBody({ orderId: "lost-2" }))
      expect(await list("lostSale")).toMatchObject([
        { advice: "arrived", order: "lost-1" },
        { advice: "arrivedUnpaid", order: "lost-2" },
      ])
    })

    it("has words for each reason why a document waits for the authority", async () => {
      await hub.beside(({ store }) =>
        store.system.write(({ db }) =>
          db
            .insertInto("fiscal_request")
            .values(SILENT)
            .execute()
            .then(() => undefined),
        ),
      )
      const found = await list("document", seesQuito)
      expect(found).toMatchObject([
        { why: "UNRULED_ON_ITS_WAY", advice: "unruled", actions: [] },
        { why: "UNRULED", advice: "unruled", actions: [] },
      ])
      for (const { why } of found) expect(Object.keys(JOBS)).toContain(`actionItems.why.${why}`)
    })

    it("has words for every kind of job of the hub", async () => {
      const kinds = (await hub.hub.queue.figures()).map(({ kind }) => `job.${kind}`)
      const told = Object.keys(JOBS).filter((key) => key.startsWith("job."))
      expect(told.sort()).toEqual(kinds.sort())
    })

    it("for a box without a store asks that box once, and ignores a complete state that arrives late", async () => {
      const [stale, late] = await list("parkedInStore")
      expect([stale.key, late.key]).toEqual([`m-7/${STORE}`, `m-8/${SISTER_STORE}`])
      expect(late).toMatchObject({ advice: "sendAnew", actions: ["dismiss"], askedAt: null })
      const again = { kind: "parkedInStore", action: "replay" }
      expect((await settle({ ...again, key: late.key })).status).toBe(409)
      expect((await settle({ ...again, key: stale.key }, stranger)).status).toBe(404)
      expect((await settle({ ...again, key: stale.key })).status).toBe(200)
      expect((await settle({ ...again, key: stale.key })).status).toBe(409)
      expect((await list("parkedInStore"))[0]).toMatchObject({ advice: "asked", actions: [], askedAt: NOW })
    })

    it("is listed page by page", async () => {
      for (const kind of ["job", "parked", "parkedInStore"]) {
        const first = (await owner.call("GET", `${LIST}?kind=${kind}&size=1`)).body.data
        const rest = (await owner.call("GET", `${LIST}?kind=${kind}&size=1&after=${encodeURIComponent(first.next)}`))
          .body
        expect([...first.items, ...rest.data.items].map(({ key }) => key)).toEqual((await list(kind)).map(keyOf))
        expect(rest.data.next).toBeNull()
      }
    })

    it("cannot be settled by a user who may only read, by another account, or for a vendor out of sight", async () => {
      const wish = { kind: "job", key: SISTERS_DEAD, action: "replay" }
      expect((await settle(wish, reader)).status).toBe(403)
      expect((await settle(wish, stranger)).status).toBe(404)
      expect((await settle(wish, seesQuito)).status).toBe(404)
    })

    it.each([
      [{ kind: "job", key: DEAD, action: "dismiss" }, "note"],
      [{ kind: "job", key: DEAD, action: "dismiss", note: "  " }, "note"],
      [{ kind: "payment", key: INTENT, action: "replay" }, "action"],
      [{ kind: "endpoint", key: "x", action: "dismiss", note: "n" }, "action"],
    ])("action on %j is refused with the path of the fault", async (body, path) => {
      const { status, body: said } = await settle(body)
      expect([status, said.details[0].path]).toEqual([400, path])
    })

    it("is retried, or dismissed with a reason, and leaves the list with an audit entry", async () => {
      expect((await settle({ kind: "job", key: SISTERS_DEAD, action: "replay" })).status).toBe(200)
      const note = "the receiver was replaced"
      expect((await settle({ kind: "job", key: DEAD, action: "dismiss", note })).status).toBe(200)
      expect((await settle({ kind: "job", key: DEAD, action: "dismiss", note })).status).toBe(409)
      const given = { kind: "payment", key: INTENT, action: "dismiss", note: "given back by hand" }
      expect((await settle(given)).status).toBe(200)
      expect((await settle(given)).status).toBe(409)
      const [parked] = await list("parked", seesQuito)
      const put = { kind: "parked", key: parked.key, action: "dismiss", note: "counted by hand" }
      expect((await settle(put, seesQuito)).status).toBe(200)
      expect(await counts(seesQuito)).toMatchObject({ parked: 0, job: 0, payment: 0 })
      const trail = (await owner.call("GET", "/api/admin/audit?action=attention")).body.data.items
      expect(trail.map(({ action, email }: { action: string; email: string }) => [action, email])).toEqual(
        expect.arrayContaining([
          ["attention.replay", owner.email],
          ["attention.dismiss", owner.email],
          ["attention.dismiss", seesQuito.email],
        ]),
      )
      expect(trail).toHaveLength(5)
      expect(trail[0].at.slice(0, 10)).toBe(NOW.slice(0, 10))
    })
  })
})

function keyOf({ key }: { key: string }): string {
  return key
}
