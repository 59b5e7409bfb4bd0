/** An endpoint of a whole account hears several vendors: what lay still and what is replayed goes out for each of them. */
import { beforeAll, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { SISTER_KEY } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { openReceiver, type Receiver } from "../../kit/receiver.ts"
import { HOUR_MS, openWebhookHub, type WebhookHub } from "../../kit/webhooks.ts"

const BOTH = ["acme.ec.guayaquil", "acme.ec.quito"]
const ALL = { name: "all", vendorId: null, events: ["order.opened"] }

eachDatabase((_engine, open) => {
  let hub: WebhookHub
  let receiver: Receiver

  beforeAll(async () => {
    hub = await openWebhookHub(open)
    receiver = await openReceiver()
    await hub.provide({ ...ALL, url: receiver.url })
  })

  const sellAtBoth = async () => {
    await hub.call("POST", ORDERS, orderBody())
    await hub.call("POST", ORDERS, orderBody({ store: { code: "GYE-001" } }), SISTER_KEY)
    await hub.pass(0)
  }
  const vendorsTaken = () => receiver.taken.map(({ event }) => event.vendorId).sort()

  it("when enabled again, it gets the held events of every vendor", async () => {
    await hub.hub.webhooks.disable({ name: "all" })
    await sellAtBoth()
    expect(receiver.heard).toHaveLength(0)
    await hub.hub.webhooks.enable({ name: "all" })
    await hub.pass(0)
    expect(vendorsTaken()).toEqual(BOTH)
  })

  it("when replayed, it gets the events of every vendor again; an endpoint of one vendor gets only its own", async () => {
    const quito = await openReceiver()
    await hub.provide(
      { ...ALL, url: receiver.url },
      { name: "quito", url: quito.url, events: ["order.opened"], vendorId: "acme.ec.quito" },
    )
    receiver.taken.length = 0
    const [from, to] = [-HOUR_MS, HOUR_MS].map((ms) => new Date(hub.clock.ms() + ms).toISOString()) as [string, string]
    expect(await hub.hub.webhooks.replay({ from, to, account: "acme" })).toMatchObject({ deliveries: 3 })
    await hub.pass(0)
    expect(vendorsTaken()).toEqual(BOTH)
    expect(quito.taken.map(({ event }) => event.vendorId)).toEqual(["acme.ec.quito"])
  })

  it("after longer than all retries, it gets the dead deliveries of every vendor", async () => {
    await receiver.down()
    await sellAtBoth()
    await hub.pass(60 * HOUR_MS)
    receiver.taken.length = 0
    await receiver.up()
    await hub.pass(13 * HOUR_MS)
    expect(vendorsTaken()).toEqual(BOTH)
  })
})
