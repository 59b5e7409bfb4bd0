/** The uplink's broker over real sockets: each box comes in under its own name, and speaks and hears on its own topics alone. */
import type { IClientOptions, MqttClient } from "mqtt"
import { describe, expect, it } from "vitest"
import { createUplinkBroker } from "../../../hub/broker/index.ts"
import { ack, command, down, notify, pull, storeClientId } from "../../../protocol/mqtt/cloud.ts"
import { silentLog } from "../../../runtime/log.ts"
import { callBroker } from "../../kit/call-broker.ts"
import { whenOver } from "../../kit/temp.ts"

const QUITO = "store-quito"
const LIMA = "store-lima"

async function startBroker() {
  const broker = createUplinkBroker({
    authenticate: async ({ storeId, password }) => password === `secret of ${storeId}`,
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
  })
  const { port } = await broker.start()
  whenOver(broker.stop)
  const connect = (storeId: string, options: IClientOptions = {}): Promise<MqttClient> => {
    const login = { clientId: storeClientId(storeId), username: storeId, password: `secret of ${storeId}` }
    return callBroker(`mqtt://127.0.0.1:${port}`, { ...login, ...options })
  }
  return { broker, connect }
}

const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once("close", () => resolve()))

describe("a box that connects", () => {
  it("needs its own credential", async () => {
    const { connect } = await startBroker()
    await expect(connect(QUITO, { password: `secret of ${LIMA}` })).rejects.toThrow()
  })

  it("cannot take over the connection of another box by using its name", async () => {
    const { connect } = await startBroker()
    const lima = await connect(LIMA)
    await expect(connect(QUITO, { clientId: storeClientId(LIMA) })).rejects.toThrow()
    expect(lima.connected).toBe(true)
  })

  it("takes over its own connection after a half-open one", async () => {
    const { connect } = await startBroker()
    const first = await connect(QUITO)
    const gone = closed(first)
    await connect(QUITO)
    await gone
  })

  it("is disconnected when its credential is revoked", async () => {
    const { broker, connect } = await startBroker()
    const quito = await connect(QUITO)
    const gone = closed(quito)
    broker.disconnect(QUITO)
    await gone
  })
})

describe("a box's topics", () => {
  it("let it subscribe to all four of its own", async () => {
    const { broker, connect } = await startBroker()
    const quito = await connect(QUITO)
    const granted = await quito.subscribeAsync(
      [ack, down, notify, command].map((channel) => channel.topic({ storeId: QUITO })),
      { qos: 1 },
    )
    expect(granted.map(({ qos }) => qos)).toEqual([1, 1, 1, 1])
    const heard = new Promise<string>((resolve) => quito.once("message", (topic) => resolve(topic)))
    await broker.publish(notify.topic({ storeId: QUITO }), notify.encode({ head: 1 }))
    expect(await heard).toBe("brasa/v1/store-quito/poke")
  })

  it.each([
    ["another store's", down.topic({ storeId: LIMA })],
    ["every store's", down.filter()],
    ["everything", "#"],
    ["what boxes say to the hub", pull.topic({ storeId: QUITO })],
  ])("let it not subscribe to %s", async (_name, filter) => {
    const { connect } = await startBroker()
    const quito = await connect(QUITO)
    await expect(quito.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
  })

  it.each([
    ["in another store's name", pull.topic({ storeId: LIMA })],
    ["in the hub's name", down.topic({ storeId: QUITO })],
    ["off every channel", "brasa/v1/store-quito/else"],
  ])("let it not publish %s: it is disconnected, and nobody receives it", async (_name, topic) => {
    const { broker, connect } = await startBroker()
    const heard: string[] = []
    await broker.subscribe("brasa/#", (to) => heard.push(to))
    const quito = await connect(QUITO)
    const gone = closed(quito)
    quito.publish(topic, "{}", { qos: 1 })
    await gone
    expect(heard).toEqual([])
  })

  it("let it not leave a last will outside them", async () => {
    const { broker, connect } = await startBroker()
    const heard: string[] = []
    await broker.subscribe("brasa/#", (to) => heard.push(to))
    const quito = await connect(QUITO, {
      will: { topic: down.topic({ storeId: LIMA }), payload: Buffer.from("{}"), qos: 1 },
    })
    quito.stream.destroy()
    const lima = await connect(LIMA)
    await lima.publishAsync(pull.topic({ storeId: LIMA }), "{}", { qos: 1 })
    expect(heard).toEqual([pull.topic({ storeId: LIMA })])
  })
})
