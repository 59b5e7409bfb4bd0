/** What the authority has not ruled on: asked after a while, given again only if it never came, and never twice on a guess. */
import { describe, expect, it } from "vitest"
import { createFiscalAdmin, type FiscalAdmin } from "../../../hub/fiscal/index.ts"
import { flaggedRequests, requestsOf } from "../../../hub/fiscal/requests-store.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { until } from "../../kit/line.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** More than the questions that are asked. */
const DAYS = 9

eachDatabase((_engine, open) => {
  const numbered = async (hub: TestHub, orderId: string, sandbox?: string) => {
    await hub.call("POST", ORDERS, orderBody({ orderId }))
    await hub.call("POST", NUMBERING, fiscalBody({ orderId, ...(sandbox && { metadata: { sandbox } }) }))
    await until(async () => (await kept(hub, orderId))?.submission !== "handed")
  }
  const kept = async (hub: TestHub, orderId: string) =>
    (await hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, orderId))))[0]
  const desk = <T>(hub: TestHub, ask: (it: FiscalAdmin) => Promise<T>) =>
    hub.beside((context) => ask(createFiscalAdmin(context)))
  const flagged = (hub: TestHub) =>
    hub.beside(({ store }) =>
      store.read(TENANT, async (scope) => (await flaggedRequests(scope, 5)).map((one) => one.flag)),
    )

  describe("a document without a ruling", () => {
    it("stays pending while the authority is silent, and becomes an action item", async () => {
      const hub = await openTestHub(open, { sandboxFiscalDelayMs: 0 })
      await numbered(hub, "silent-1", "silence")
      expect(await kept(hub, "silent-1")).toMatchObject({
        submission: "submitted",
        record: { documentStatus: "PENDING" },
      })
      for (let day = 0; day < DAYS; day += 1) {
        hub.clock.advance(DAY_MS)
        await hub.hub.queue.settle()
      }
      expect(await kept(hub, "silent-1")).toMatchObject({
        submission: "submitted",
        record: { documentStatus: "PENDING" },
      })
      expect(await flagged(hub)).toEqual(["NO_VERDICT: the authority has the document and has not ruled"])
      const [stuck] = await desk(hub, (it) => it.list(5))
      expect(stuck).toMatchObject({
        orderId: "silent-1",
        operation: "ISSUE",
        why: expect.stringMatching(/^NO_VERDICT/),
      })
      const id = stuck?.fiscalRequestId ?? ""
      expect(await desk(hub, (it) => it.settle(id, "asked at the SRI"))).toEqual({ settled: true })
      expect(await desk(hub, (it) => it.settle(id, "again"))).toMatchObject({ refused: "NOT_FOUND" })
      expect(await desk(hub, (it) => it.list(5))).toEqual([])
    })

    it("whose void gets no answer stays cancelling, and its order is cancelled", async () => {
      const hub = await openTestHub(open, { sandboxFiscalDelayMs: 0 })
      await numbered(hub, "void-silent-1")
      await until(async () => (await kept(hub, "void-silent-1"))?.record.documentStatus === "AUTHORIZED")
      const metadata = { sandbox: "silence" }
      await hub.call("POST", NUMBERING, { operation: "CANCEL", orderId: "void-silent-1", metadata })
      const path = "/api/v1/adapters/partner/stores/orders/void-silent-1/cancel"
      expect((await hub.call("POST", path, { reason: "Customer left" })).status).toBe(200)
      for (let day = 0; day < DAYS; day += 1) {
        hub.clock.advance(DAY_MS)
        await hub.hub.queue.settle()
      }
      const { body } = await hub.call("GET", `${ORDERS}/void-silent-1`)
      expect(body.data).toMatchObject({ status: "CANCELLED", fiscal: { status: "cancelling" } })
      expect(await flagged(hub)).toEqual([expect.stringMatching(/^NO_VERDICT/)])
    })

    it("that the authority has never seen is submitted again under the same key", async () => {
      const hub = await openTestHub(open)
      await numbered(hub, "forgotten-1")
      const number = (await kept(hub, "forgotten-1"))?.record.representation.documentNumber
      // The sandbox forgets when its hub stops; the next one rules at once.
      await hub.hub.stop()
      const next = await hub.another({}, { sandboxFiscalDelayMs: 0 })
      hub.clock.advance(MINUTE_MS)
      await next.hub.queue.settle()
      await until(async () => (await kept(next, "forgotten-1"))?.record.documentStatus === "AUTHORIZED")
      expect((await kept(next, "forgotten-1"))?.record.representation.documentNumber).toBe(number)
    })

    it("is ruled when the answer comes late, and is not queried again", async () => {
      const hub = await openTestHub(open, { sandboxFiscalDelayMs: 1 })
      await numbered(hub, "late-1", "late")
      await until(async () => (await kept(hub, "late-1"))?.submission === "ruled")
      hub.clock.advance(MINUTE_MS)
      await hub.hub.queue.settle()
      expect(await kept(hub, "late-1")).toMatchObject({ flag: null, record: { documentStatus: "AUTHORIZED" } })
      const jobs = await hub.hub.jobs.list({ kind: "fiscal.ask", status: "ignored", limit: 5 })
      expect(jobs.map(({ status }) => status)).toEqual(["ignored"])
    })
  })
})
