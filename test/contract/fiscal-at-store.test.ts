/**
 * Fiscal numbering on both sides of the cable (docs/contract/fiscal.md#which-side-numbers, docs/contract/sync.md#writes-carried-to-the-store):
 * a real hub, box and broker, together and cut apart.
 */
import { describe, expect, it } from "vitest"
import { createFiscalAdmin, type FiscalAdmin } from "../../hub/fiscal/index.ts"
import { flaggedRequests, requestsOf } from "../../hub/fiscal/requests-store.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { FISCAL, fiscalReport } from "../kit/callbacks.ts"
import { eachDatabase } from "../kit/databases.ts"
import { sentOf } from "../kit/events.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { KEY, openTestHub, STORE, type TestHub, testTenants } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { whenOver } from "../kit/temp.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const WORK = 12

async function cableTo({ hub }: TestHub): Promise<{ cable: Cable; hubMqtt: string }> {
  const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.mqttUrl).port) })
  whenOver(() => cable.close())
  return { cable, hubMqtt: `mqtt://127.0.0.1:${cable.port}` }
}

/** The hub numbers while the store cannot be reached, and knows that it cannot. */
async function numberCutOff(hub: TestHub, { cable, box }: { cable: Cable; box: TestBox }, orderId: string) {
  await until(() => box.box.sync().link === "up")
  cable.pull()
  await until(async () => (await hub.hub.sync.stateOf(STORE))?.online === false)
  const numbered = await hub.call("POST", NUMBERING, fiscalBody({ orderId }))
  cable.mend()
  return numbered
}

async function sell(box: TestBox, orderId: string): Promise<string> {
  const response = await box.call("POST", ORDERS, orderBody({ orderId }))
  await box.call("POST", `${ORDERS}/${response.body.data.id}/confirm-payment`, charge({ id: `t-${orderId}` }))
  return response.body.data.id
}

const documentOf = (hub: TestHub, externalId: string) =>
  hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, externalId)))

const flagged = (hub: TestHub) => hub.beside(({ store }) => store.read(TENANT, (scope) => flaggedRequests(scope, 10)))

/** Beside the running hub, as the command line is. */
const desk = <T>(hub: TestHub, ask: (it: FiscalAdmin) => Promise<T>) =>
  hub.beside((context) => ask(createFiscalAdmin(context)))

const statusAt = async (side: Pick<TestHub, "call">, id: string) =>
  (await side.call("GET", `${ORDERS}/${id}/fiscal`, undefined, KEY)).body.data?.fiscal.status

/** The box's point is written another way: it is the same one, and stays the first box's. */
function withAnotherPoint(): string {
  const file = JSON.parse(testTenants())
  const { points } = file.accounts[0].vendors[0].stores[0].fiscal
  for (const point of points) if (point.emissionPoint === "002") point.emissionPoint = "2"
  points.push({
    establishment: "001",
    emissionPoint: "003",
    side: "appliance",
  })
  return JSON.stringify(file)
}

/** The first store has no country yet, and no numbering. */
function inNoCountry(): string {
  const file = JSON.parse(testTenants())
  const [store] = file.accounts[0].vendors[0].stores
  delete store.countryCode
  delete store.fiscal
  return JSON.stringify(file)
}

eachDatabase((_engine, database) => {
  describe("a store with a box", () => {
    it("without a country says that it does not number, and the hub passes that on", async () => {
      const hub = await openTestHub(database)
      await hub.hub.operator.provision(inNoCountry())
      const box = await openTestBox(hub)
      const off = { countryCode: null, requestStatus: "FAILED", failure: { code: "FISCAL_NOT_CONFIGURED" } }
      const there = await box.call("POST", NUMBERING, fiscalBody({ orderId: "nowhere-1" }), KEY)
      expect([there.status, there.body.data]).toMatchObject([201, off])
      await box.whenSynced()
      const here = await hub.call("GET", `${NUMBERING}/${there.body.data.fiscalRequestId}`)
      expect([here.status, here.body.data]).toMatchObject([200, off])
    })

    it("numbers normally while online; the hub submits its document, and both sides get the ruling", async () => {
      const hub = await openTestHub(database, { sandboxFiscalDelayMs: 0 })
      const box = await openTestBox(hub)
      await until(() => box.box.sync().link === "up")
      const id = await sell(box, "online-1")
      await until(async () => (await statusAt(hub, id)) === "authorized")
      await until(async () => (await statusAt({ call: box.call as TestHub["call"] }, id)) === "authorized")
      const [kept] = await documentOf(hub, "online-1")
      expect(kept?.record).toMatchObject({
        side: "appliance",
        documentStatus: "AUTHORIZED",
        representation: { documentNumber: "001-002-000000001", authorizationMode: "NORMAL" },
      })
      const there = await box.call("GET", `${NUMBERING}/${kept?.record.fiscalRequestId}`, undefined, KEY)
      expect(there.body.data.documentStatus).toBe("AUTHORIZED")
    })

    it("is asked through the hub for its own orders, and answers with its own number", async () => {
      const hub = await openTestHub(database)
      const box = await openTestBox(hub)
      const made = orderBody({ orderId: "carried-1", channel: "WEB" })
      const { body } = await hub.call("POST", ORDERS, made)
      await until(async () => (await box.call("GET", `${ORDERS}/${body.data.id}`)).status === 200)
      const numbered = await hub.call("POST", NUMBERING, fiscalBody({ orderId: "carried-1" }))
      expect([numbered.status, numbered.body.data.document.documentNumber]).toEqual([201, "001-002-000000001"])
      await until(async () => (await statusAt(hub, body.data.id)) === "pending")
      const again = await hub.call("POST", NUMBERING, fiscalBody({ orderId: "carried-1" }))
      expect([again.status, again.body.data.reused]).toEqual([200, true])
    })

    it("learns the hub's number with an order, and draws no second one", async () => {
      const hub = await openTestHub(database)
      const { cable, hubMqtt } = await cableTo(hub)
      const box = await openTestBox(hub, { hubMqtt })
      const { body } = await numberCutOff(hub, { cable, box }, "early-1")
      expect(body.data.document.documentNumber).toBe("001-001-000000001")
      const asked = () => box.call("GET", `${NUMBERING}/${body.data.fiscalRequestId}`, undefined, KEY)
      await until(async () => (await asked()).status === 200)
      const id = await sell(box, "early-1")
      await until(async () => (await statusAt(hub, id)) === "pending")
      expect((await documentOf(hub, "early-1")).map(({ record }) => record.side)).toEqual(["hub"])
      await until(async () => (await documentOf(hub, "early-1"))[0]?.submission === "submitted")
    })

    it("voids what the hub had numbered: both documents are ruled", async () => {
      const hub = await openTestHub(database, { sandboxFiscalDelayMs: 0 })
      const { cable, hubMqtt } = await cableTo(hub)
      const box = await openTestBox(hub, { hubMqtt })
      const invoice = await numberCutOff(hub, { cable, box }, "void-1")
      const { body } = await hub.call("POST", ORDERS, orderBody({ orderId: "void-1", channel: "WEB" }))
      const { id } = body.data
      await until(async () => (await statusAt({ call: box.call as TestHub["call"] }, id)) === "authorized")
      const note = await hub.call("POST", NUMBERING, { operation: "CANCEL", orderId: "void-1" })
      expect(note.body.data.document).toMatchObject({
        documentNumber: "001-002-000000001",
        compensates: { documentNumber: invoice.body.data.document.documentNumber },
      })
      await until(async () => (await statusAt(hub, id)) === "cancelled")
      await until(async () => (await statusAt({ call: box.call as TestHub["call"] }, id)) === "cancelled")
      expect(
        (await documentOf(hub, "void-1")).map(({ record }) => [record.side, record.documentStatus]).sort(),
      ).toEqual([
        ["appliance", "AUTHORIZED"],
        ["hub", "CANCELLED"],
      ])
    })

    it("learns that a rejected document was sent again and authorized, and so does the hub", async () => {
      const hub = await openTestHub(database, { sandboxFiscalDelayMs: 0 })
      const box = await openTestBox(hub)
      await until(() => box.box.sync().link === "up")
      const stands = async (status: string) => {
        for (const side of [hub, { call: box.call as TestHub["call"] }]) {
          await until(async () => (await statusAt(side, id)) === status)
        }
      }
      const made = orderBody({ orderId: "again-1" })
      const id = (await box.call("POST", ORDERS, { ...made, metadata: { sandbox: "reject" } })).body.data.id
      await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "t-again-1" }))
      await stands("rejected")
      const [kept] = await documentOf(hub, "again-1")
      const { claveAcceso } = kept?.record.representation.countryData ?? {}
      const document = { docType: "01", docSubtype: "FACTURA", claveAcceso }
      const [completed] = await sentOf(hub, id, "order.completed")
      const report = fiscalReport({ orderId: id, eventId: completed.event.id, document })
      expect((await hub.call("POST", FISCAL, report)).status).toBe(202)
      await stands("authorized")
      const { fiscal } = (await box.call("GET", `${ORDERS}/${id}/fiscal`, undefined, KEY)).body.data
      expect(fiscal).not.toHaveProperty("error")
      const there = await box.call("GET", `${NUMBERING}/${kept?.record.fiscalRequestId}`, undefined, KEY)
      expect(there.body.data).toMatchObject({ documentStatus: "AUTHORIZED", printing: { printable: true } })
    })

    it("refuses to void a rejected document, and its order can be cancelled", async () => {
      const hub = await openTestHub(database, { sandboxFiscalDelayMs: 0 })
      const box = await openTestBox(hub)
      await until(() => box.box.sync().link === "up")
      const made = orderBody({ orderId: "refused-1" })
      const id = (await box.call("POST", ORDERS, made)).body.data.id
      await box.call("POST", NUMBERING, fiscalBody({ orderId: "refused-1", metadata: { sandbox: "reject" } }), KEY)
      const here = { call: box.call as TestHub["call"] }
      await until(async () => (await statusAt(here, id)) === "rejected")
      for (const side of [here, hub]) {
        const note = await side.call("POST", NUMBERING, { operation: "CANCEL", orderId: "refused-1" }, KEY)
        expect([note.status, note.body.error]).toEqual([409, "FISCAL_DOCUMENT_NOT_ISSUED"])
      }
      const cancelled = await box.call(
        "POST",
        "/api/v1/adapters/partner/stores/orders/refused-1/cancel",
        { reason: "Customer left" },
        KEY,
      )
      expect(cancelled.status).toBe(200)
      await box.whenSynced()
      expect([await statusAt(here, id), await statusAt(hub, id)]).toEqual(["rejected", "rejected"])
    })

    it("settles a sale with another provider's invoice, and draws no number", async () => {
      const hub = await openTestHub(database)
      const box = await openTestBox(hub)
      await until(() => box.box.sync().link === "up")
      const here = { call: box.call as TestHub["call"] }
      const id = (await box.call("POST", ORDERS, orderBody({ orderId: "theirs-1" }))).body.data.id
      await until(async () => (await sentOf(hub, id, "order.opened")).length > 0)
      const [opened] = await sentOf(hub, id, "order.opened")
      const document = { docType: "01", docSubtype: "FACTURA" }
      await hub.call("POST", FISCAL, fiscalReport({ orderId: id, eventId: opened.event.id, document }))
      await until(async () => (await statusAt(here, id)) === "authorized")
      const asked = await box.call("POST", NUMBERING, fiscalBody({ orderId: "theirs-1" }), KEY)
      expect([asked.status, asked.body.code ?? asked.body.error]).toEqual([409, "ORDER_ALREADY_INVOICED"])
      const charged = await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "t-theirs-1" }))
      expect(charged.body.data.outcome).toBe("settled")
      expect(await statusAt(here, id)).toBe("authorized")
      await box.whenSynced()
      expect(await statusAt(hub, id)).toBe("authorized")
      expect(await documentOf(hub, "theirs-1")).toEqual([])
    })

    it("numbers a sale whose other invoice was voided, and both sides follow the new one", async () => {
      const hub = await openTestHub(database, { sandboxFiscalDelayMs: 0 })
      const box = await openTestBox(hub)
      await until(() => box.box.sync().link === "up")
      const here = { call: box.call as TestHub["call"] }
      const id = (await box.call("POST", ORDERS, orderBody({ orderId: "theirs-2" }))).body.data.id
      const says = async (eventType: string, type: string) => {
        await until(async () => (await sentOf(hub, id, type)).length > 0)
        const [{ event }] = await sentOf(hub, id, type)
        const document = { docType: "01", docSubtype: "FACTURA" }
        await hub.call("POST", FISCAL, fiscalReport({ orderId: id, eventId: event.id, eventType, document }))
        await until(async () => (await statusAt(here, id)) === eventType)
      }
      await says("authorized", "order.opened")
      await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "t-theirs-2" }))
      await says("cancelled", "order.completed")
      const numbered = await box.call("POST", NUMBERING, fiscalBody({ orderId: "theirs-2" }), KEY)
      expect(numbered.status).toBe(201)
      await until(async () => (await statusAt(hub, id)) === "authorized")
      await until(async () => (await statusAt(here, id)) === "authorized")
    })

    it("without a link: both sides number without repeats or gaps, and the later number of two is cancelled", async () => {
      const hub = await openTestHub(database, { sandboxFiscalDelayMs: 0 })
      const { cable, hubMqtt } = await cableTo(hub)
      const box = await openTestBox(hub, { hubMqtt })
      await until(() => box.box.sync().link === "up")
      cable.pull()
      await until(() => box.box.sync().link === "down")
      await until(async () => (await hub.hub.sync.stateOf(STORE))?.online === false)
      const both = "both-0"
      await Promise.all(
        Array.from({ length: WORK }, async (_, index) => {
          await hub.call("POST", NUMBERING, fiscalBody({ orderId: index === 0 ? both : `hub-${index}` }))
          await sell(box, index === 0 ? both : `box-${index}`)
        }),
      )
      cable.mend()
      await box.whenSynced()
      // Of one moment: the store's stands.
      const noted = async () =>
        (await documentOf(hub, both)).find(({ record }) => record.operation === "CANCEL")?.record
      await until(async () => (await noted())?.documentStatus === "AUTHORIZED")
      const ids = Array.from({ length: WORK }, (_, index) =>
        index === 0 ? [both] : [`hub-${index}`, `box-${index}`],
      ).flat()
      const every = (await Promise.all(ids.map((id) => documentOf(hub, id)))).flat().map(({ record }) => record)
      const kept = every.filter(({ operation }) => operation === "ISSUE")
      const drawn = (side: string) =>
        kept
          .filter((record) => record.side === side)
          .map(({ sequence }) => sequence)
          .sort((a, b) => Number(a) - Number(b))
      const row = Array.from({ length: WORK }, (_, index) => index + 1)
      expect(drawn("hub")).toEqual(row)
      expect(drawn("appliance")).toEqual(row)
      expect(new Set(kept.map(({ representation }) => representation.documentNumber)).size).toBe(2 * WORK)
      const [twice, ...more] = await flagged(hub)
      expect(more).toEqual([])
      expect(twice).toMatchObject({ record: { orderId: both, side: "hub", documentStatus: "CANCELLED" } })
      expect(twice?.flag).toMatch(/^NUMBERED_TWICE, VOIDED: 001-001-\d+, by 001-001-/)
      const order = (await hub.call("GET", `${ORDERS}/${both}`)).body.data
      const own = kept.find(({ orderId, side }) => orderId === both && side === "appliance")
      expect(own?.representation.authorizationMode).toBe("CONTINGENCY")
      expect(order.fiscal.metadata.providerDocId).toBe(own?.fiscalRequestId)

      const id = twice?.record.fiscalRequestId ?? ""
      expect(await desk(hub, (it) => it.void(own?.fiscalRequestId ?? ""))).toMatchObject({ refused: "CONFLICT" })
      expect(await desk(hub, (it) => it.void("nothing"))).toMatchObject({ refused: "NOT_FOUND" })
      expect(await noted()).toMatchObject({
        side: "hub",
        representation: {
          compensates: twice?.record.representation && { documentNumber: twice.record.representation.documentNumber },
        },
      })
      expect(await desk(hub, (it) => it.list(5))).toMatchObject([{ fiscalRequestId: id }])
      expect(await desk(hub, (it) => it.settle(id, "the buyer has the other paper"))).toEqual({ settled: true })
      expect(await desk(hub, (it) => it.list(5))).toEqual([])
      // The order's own document went its own way meanwhile.
      await until(async () => (await statusAt(hub, both)) === "authorized")
      expect((await hub.call("GET", `${ORDERS}/${both}`)).body.data.fiscal.metadata.providerDocId).toBe(
        own?.fiscalRequestId,
      )
    })

    it("with a replaced box numbers from a new emission point, never from the old box's", async () => {
      const hub = await openTestHub(database)
      const { cable, hubMqtt } = await cableTo(hub)
      const first = await openTestBox(hub, { hubMqtt })
      await until(() => first.box.sync().link === "up")
      await sell(first, "old-1")
      await first.whenSynced()
      cable.pull()
      const second = await openTestBox(hub)
      const failed = await second.call("POST", ORDERS, orderBody({ orderId: "new-1", paid: "CASH" }))
      expect([failed.status, failed.body.error]).toEqual([409, "FISCAL_NUMBERING_FAILED"])
      expect(failed.body.data.failure.code).toBe("FISCAL_POINT_INVALID")
      const old = await first.call("POST", NUMBERING, fiscalBody({ orderId: "old-2" }), KEY)
      expect(old.body.data.document.documentNumber).toBe("001-002-000000002")
      await hub.hub.operator.provision(withAnotherPoint())
      const again = () => second.call("POST", ORDERS, orderBody({ orderId: "new-1", paid: "CASH" }))
      await until(async () => (await again()).status < 300)
      const { body } = await second.call("POST", NUMBERING, fiscalBody({ orderId: "new-1" }), KEY)
      expect(body.data.document.documentNumber).toBe("001-003-000000001")
    })
  })
})
