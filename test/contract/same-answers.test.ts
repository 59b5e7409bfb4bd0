/** Hub and box get the same bodies and give the same answers (docs/contract/sync.md#the-same-contract-on-both-sides): a register may send its sale to either. */
import { describe, expect, it } from "vitest"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { openTestBox } from "../kit/box.ts"
import { layCable } from "../kit/cable.ts"
import { eachDatabase, type OpenStore } from "../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { type Answer, ask, KEY, openTestHub, SISTER_STORE, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, correction, ORDERS, type OrderOptions, orderBody } from "../kit/order-bodies.ts"
import { whenOver } from "../kit/temp.ts"

const LOST = HUB_ENDPOINTS.recordLostSale

/** What a caller can tell apart. */
const told = ({ status, body: { error = null, details = [] } }: Answer) => [
  status,
  error,
  ...details.map(({ path }: { path: string }) => path),
]

const CREATED: readonly (readonly [over: OrderOptions, answer: unknown[]])[] = [
  [{ store: { id: STORE } }, [201, null]],
  [{ store: { id: STORE.toUpperCase() } }, [201, null]],
  [{ store: { id: STORE, code: "UIO-001" } }, [201, null]],
  [{ store: {} }, [400, "VALIDATION_ERROR", "store"]],
  [{ store: { id: STORE, code: "XX" } }, [400, "VALIDATION_ERROR", "store.code"]],
  [{ store: { id: SISTER_STORE } }, [404, "NOT_FOUND"]],
  [{ store: { code: "XX" } }, [404, "NOT_FOUND"]],
  [{ account: "acme", accountId: "acme", vendor: "acme.ec.quito" }, [201, null]],
  [{ account: "globex" }, [400, "VALIDATION_ERROR", "account"]],
  [{ accountId: "globex" }, [400, "VALIDATION_ERROR", "accountId"]],
  [{ vendor: "acme.ec.guayaquil" }, [400, "VALIDATION_ERROR", "vendor"]],
]

const CORRECTED: readonly (readonly [over: object, answer: unknown[]])[] = [
  [{ account: "globex" }, [400, "VALIDATION_ERROR", "account"]],
  [{ vendor: "acme.ec.guayaquil" }, [400, "VALIDATION_ERROR", "vendor"]],
  [{ account: "acme", vendor: "acme.ec.quito" }, [200, null]],
]

const NUMBERED: readonly (readonly [store: object, answer: unknown[]])[] = [
  [{}, [400, "VALIDATION_ERROR", "store"]],
  [{ id: STORE, code: "XX" }, [400, "VALIDATION_ERROR", "store.code"]],
  [{ code: "XX" }, [404, "NOT_FOUND"]],
]

async function openSides(open: OpenStore) {
  const hub = await openTestHub(open)
  const box = await openTestBox(hub)
  return [
    { url: hub.hub.url, call: hub.call },
    { url: box.box.url, call: box.call },
  ]
}

eachDatabase((_engine, open) => {
  describe("the hub and the box of a store", () => {
    it("answer alike who creates an order", async () => {
      for (const side of await openSides(open)) {
        const answers = []
        for (const [over] of CREATED) answers.push([over, told(await side.call("POST", ORDERS, orderBody(over), KEY))])
        expect(answers).toEqual(CREATED)
      }
    })

    it("answer alike who corrects one", async () => {
      for (const side of await openSides(open)) {
        const { id } = (await side.call("POST", ORDERS, orderBody(), KEY)).body.data
        const answers = []
        for (const [over] of CORRECTED) {
          answers.push([over, told(await side.call("PUT", `${ORDERS}/${id}`, correction({ ...over }), KEY))])
        }
        expect(answers).toEqual(CORRECTED)
      }
    })

    it("answer alike who asks for a number in no store that there is", async () => {
      for (const side of await openSides(open)) {
        const answers = []
        for (const [store] of NUMBERED) {
          answers.push([store, told(await side.call("POST", NUMBERING, fiscalBody({ store }), KEY))])
        }
        expect(answers).toEqual(NUMBERED)
      }
    })

    it("know no numbering request by an id that is none", async () => {
      for (const side of await openSides(open)) {
        for (const id of ["nope", "0", "%20", "00000000-0000-4000-8000-000000000000"]) {
          expect(told(await side.call("GET", `${NUMBERING}/${id}`, undefined, KEY))).toEqual([404, "NOT_FOUND"])
        }
      }
    })

    it("find an order by its own id, whatever others call theirs", async () => {
      for (const side of await openSides(open)) {
        const { id, orderId } = (await side.call("POST", ORDERS, orderBody(), KEY)).body.data
        const namesake = (await side.call("POST", ORDERS, orderBody({ orderId: id }), KEY)).body.data
        const read = async (path: string) => (await side.call("GET", `${ORDERS}/${path}`, undefined, KEY)).body.data
        for (const reference of [id, id.toUpperCase(), orderId]) expect((await read(reference)).id).toBe(id)
        expect((await side.call("PUT", `${ORDERS}/${id}`, correction(), KEY)).body.data).toMatchObject({ id })
        const charged = await side.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}), KEY)
        expect(charged.body.data.outcome).toBe("settled")
        expect((await read(`${id}/fiscal`)).id).toBe(id)
        expect([(await read(id)).status, (await read(namesake.id)).status]).toEqual(["COMPLETED", "OPEN"])
      }
    })

    it("both have an order whose own id another has as its external one", async () => {
      const hub = await openTestHub(open)
      const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
      whenOver(() => cable.close())
      const box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
      cable.pull()
      await until(() => box.box.sync().link === "down")
      const { id } = (await hub.call("POST", ORDERS, orderBody())).body.data
      await box.call("POST", ORDERS, orderBody({ orderId: id }))
      cable.mend()
      const isAt = async ({ call }: Pick<TestHub, "call">) =>
        (await call("GET", `${ORDERS}/${id}`, undefined, KEY)).body.data.id === id
      await until(() => isAt(box))
      await box.whenSynced()
      expect(await isAt(hub)).toBe(true)
    })

    it("say that a lost sale is on record already, whatever key its repeat carries", async () => {
      for (const side of await openSides(open)) {
        const report = { ...LOST.example, orderId: `lost-${side.url}` }
        const asked = { method: "POST", body: report, key: KEY, headers: { "idempotency-key": "L1" } }
        const send = () => ask(side.url + LOST.path, asked)
        const [first, again] = [await send(), await send()]
        const { id } = first.body.data
        expect([first.status, first.body.data]).toEqual([201, { id, alreadyRecorded: false }])
        expect([again.status, again.body.data]).toEqual([200, { id, alreadyRecorded: true }])
        expect(again.headers.get("idempotent-replayed")).toBeNull()
      }
    })

    it("know an external id before they look at the store", async () => {
      for (const side of await openSides(open)) {
        const body = orderBody()
        const { data } = (await side.call("POST", ORDERS, body, KEY)).body
        const again = await side.call("POST", ORDERS, { ...body, store: {} }, KEY)
        expect([again.status, again.body.data]).toEqual([200, { ...data, alreadyExisted: true }])
      }
    })
  })
})
