/** Orders, corrections and payments just under 1 MiB travel between hub and store in both directions. */
import { setTimeout as pause } from "node:timers/promises"
import { beforeAll, describe, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase, type OpenStore, onSqlite } from "../kit/databases.ts"
import { type Answer, openTestHub, type TestHub } from "../kit/hub.ts"
import { charge, correction, fillUp, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { startShippedBroker } from "../kit/shipped-broker.ts"
import { correctTooOften, payTooOften } from "../kit/too-large-orders.ts"

const LOOK_EVERY_MS = 20
/** Some megabytes are written, sent and read several times. */
const LONG_MS = 60_000
/** Small orders that have grown by the time they are sent: together more than one message holds. */
const MANY = 5

interface Side {
  call(method: string, path: string, body?: unknown): Promise<Answer>
}

interface Store {
  readonly hub: TestHub
  readonly box: TestBox
}

eachDatabase((_engine, open) => {
  describe("over the hub's own broker", () => {
    const store = openOnce(async () => {
      const hub = await openTestHub(open)
      return { hub, box: await openTestBox(hub) }
    })
    travelsWhole(store)
    refusesWhatIsTooLarge(store)

    it("many orders that were corrected while their store was away arrive", { timeout: LONG_MS }, async () => {
      const { hub, box } = await store()
      await box.leave()
      const ids: string[] = []
      for (let n = 0; n < MANY; n += 1) {
        const { id } = (await hub.call("POST", ORDERS, orderBody())).body.data
        await correctAt(hub, id)
        ids.push(id)
      }
      await box.restart()
      for (const id of ids) await arrives(box, id, "OPEN")
    })

    it("an order that was created, corrected and paid while its store was away arrives", {
      timeout: LONG_MS,
    }, async () => {
      const { hub, box } = await store()
      await box.leave()
      const id = await createAt(hub)
      await correctAt(hub, id)
      await payAt(hub, id)
      await box.restart()
      await arrives(box, id, "COMPLETED")
      expect(await readAt(box, id)).toEqual(await readAt(hub, id))
    })

    it.each(["client.name", "client.uid", "metadata", "billing"])(
      "an order with a long %s arrives at its store and back",
      async (place) => {
        const { hub, box } = await store()
        const answer = await hub.call(
          "POST",
          ORDERS,
          fillUp((text) => orderBody({ orderId: `long-${place}`, ...filled(place, text) })),
        )
        expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(201)
        await arrives(box, answer.body.data.id, "OPEN")
        expect((await box.call("POST", `${ORDERS}/${answer.body.data.id}/confirm-payment`, charge({}))).status).toBe(
          200,
        )
        await arrives(hub, answer.body.data.id, "COMPLETED")
      },
    )
  })
})

onSqlite((open) => {
  describe("over Mosquitto with the files that operators get", () => {
    travelsWhole(openOnce(() => openOverMosquitto(open)))
  })
})

async function openOverMosquitto(open: OpenStore): Promise<Store> {
  const broker = await startShippedBroker()
  const hub = await openTestHub(open, { mqtt: broker.hubUrl, mqttLogins: broker.logins })
  return { hub, box: await openTestBox(hub, { hubMqtt: broker.storeUrl }) }
}

function openOnce(open: () => Promise<Store>): () => Promise<Store> {
  let store: Promise<Store> | undefined
  beforeAll(async () => {
    store = open()
    await store
  })
  return () => store ?? open()
}

function refusesWhatIsTooLarge(store: () => Promise<Store>): void {
  it.each([
    ["correction", correctTooOften],
    ["payment", payTooOften],
  ])(
    "a %s that would make the order too large is refused and changes nothing",
    { timeout: LONG_MS },
    async (_what, tooOften) => {
      const { hub, box } = await store()
      for (const side of [hub, box]) {
        const refused: { id?: string; before?: unknown } = {}
        const answer = await tooOften({
          call: async (method, path, body) => {
            refused.id ??= /orders\/([^/]+)/.exec(path)?.[1]
            if (refused.id) refused.before = await readAt(side, refused.id)
            return side.call(method, path, body)
          },
        })
        expect([answer.status, answer.body.error]).toEqual([413, "PAYLOAD_TOO_LARGE"])
        expect(await readAt(side, refused.id ?? "")).toEqual(refused.before)
        await arrives(box, refused.id ?? "", "OPEN")
        await box.whenSynced()
      }
    },
  )
}

function travelsWhole(store: () => Promise<Store>): void {
  it("what the hub accepts reaches the store, and its answer the caller", { timeout: LONG_MS }, async () => {
    const { hub, box } = await store()
    const id = await createAt(hub)
    await arrives(box, id, "OPEN")
    await correctAt(hub, id)
    await payAt(hub, id)
    await arrives(hub, id, "COMPLETED")
    expect(await readAt(hub, id)).toEqual(await readAt(box, id))
  })

  it("what the store accepts reaches the hub", { timeout: LONG_MS }, async () => {
    const { hub, box } = await store()
    const id = await createAt(box)
    await correctAt(box, id)
    await payAt(box, id)
    await arrives(hub, id, "COMPLETED")
    expect(await readAt(hub, id)).toEqual(await readAt(box, id))
  })
}

async function createAt(side: Side): Promise<string> {
  const answer = await side.call(
    "POST",
    ORDERS,
    fillUp((note) => orderBody({ metadata: { note } })),
  )
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(201)
  return answer.body.data.id
}

async function correctAt(side: Side, id: string): Promise<void> {
  const client = (note: string) => ({ uid: "c-1", name: "Ana", billingInformation: { businessName: "Acme SA", note } })
  const answer = await side.call(
    "PUT",
    `${ORDERS}/${id}`,
    fillUp((note) => correction({ client: client(note) })),
  )
  expect([answer.status, answer.body.data?.outcome], JSON.stringify(answer.body).slice(0, 500)).toEqual([
    200,
    "applied",
  ])
}

async function payAt(side: Side, id: string): Promise<void> {
  const body = fillUp((note) => ({ ...charge({ id: `tx-${id}` }), note }))
  const answer = await side.call("POST", `${ORDERS}/${id}/confirm-payment`, body)
  expect([answer.status, answer.body.data?.outcome], JSON.stringify(answer.body).slice(0, 500)).toEqual([
    200,
    "settled",
  ])
}

async function arrives(side: Side, id: string, status: string): Promise<void> {
  for (;;) {
    const answer = await side.call("GET", `${ORDERS}/${id}?fields=status`)
    if (answer.status === 200 && answer.body.data.status === status) return
    await pause(LOOK_EVERY_MS)
  }
}

async function readAt(side: Side, id: string) {
  const { customer, billing, metadata, payments, status, revision } = (await side.call("GET", `${ORDERS}/${id}`)).body
    .data
  return { customer, billing, metadata, payments, status, revision }
}

function filled(place: string, text: string) {
  if (place === "metadata") return { metadata: { text } }
  if (place === "billing") return { client: { uid: "c-1", billingInformation: { businessName: text } } }
  return { client: { uid: "c-1", name: "Ana", [place === "client.uid" ? "uid" : "name"]: text } }
}
