/** The broker beside the hub: what its files allow is what the channels say, and a real Mosquitto with them serves a hub and a box. */
import { readFileSync, writeFileSync } from "node:fs"
import type { MqttClient } from "mqtt"
import { describe, expect, it } from "vitest"
import { putLogin } from "../../hub/broker/mosquitto-logins.ts"
import { cloudChannels, hubClientId, storeClientId } from "../../protocol/mqtt/cloud.ts"
import { MESSAGE_BYTES_MAX } from "../../protocol/sync/limits.ts"
import { PACKET_EXTRA_BYTES } from "../../runtime/mqtt/broker.ts"
import { openTestBox } from "../kit/box.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { enterBroker, shippedFile, startShippedBroker, tryLogin } from "../kit/shipped-broker.ts"

const OTHER_STORE = { name: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d99", password: "box_other" }
const LOOK_EVERY_MS = 20
/** Longer than a broker on this machine takes to hand a message on. */
const SILENCE_MS = 300
/** EMQX fills the login in itself. */
const LOGIN = ["$", "{username}"].join("")

describe("how large a message may be", () => {
  it.each([
    ["mosquitto.conf", /^max_packet_size (\d+)$/m, 1],
    ["emqx.conf", /max_packet_size = (\d+)KB/, 1024],
  ])("%s allows what the hub's own broker does", (file, said, unit) => {
    expect(Number(said.exec(shippedFile(file))?.[1]) * unit).toBeGreaterThanOrEqual(
      MESSAGE_BYTES_MAX + PACKET_EXTRA_BYTES,
    )
  })
})

describe("who may publish and subscribe", () => {
  const topics = (kind: "store" | "hub", way: "from" | "to", store: string) =>
    cloudChannels
      .filter((one) => (one[way] as readonly string[]).includes(kind))
      .map(({ pattern }) => pattern.replace("{storeId}", store).replace("{hubId}", "+"))
      .sort()

  it("is the same in Mosquitto's file as in the channels", () => {
    const text = shippedFile("mosquitto.acl")
    const named = (line: RegExp) => [...text.matchAll(line)].map(([, topic]) => topic).sort()
    expect(named(/^pattern write (.+)$/gm)).toEqual(topics("store", "from", "%u"))
    expect(named(/^pattern read (.+)$/gm)).toEqual(topics("store", "to", "%u"))
    expect(named(/^topic write (.+)$/gm)).toEqual(topics("hub", "from", "+"))
    expect(named(/^topic read (.+)$/gm)).toEqual(topics("hub", "to", "+"))
    expect(named(/^(topic|pattern|user) /gm)).toHaveLength(2 * cloudChannels.length + 1)
  })

  it("is the same in EMQX's file as in the channels, and everything else is denied", () => {
    const rules = [...shippedFile("emqx-acl.conf").matchAll(/^\{(.+)\}\.$/gm)].map(([, rule = ""]) => rule)
    const named = (start: string) =>
      [...(rules.find((rule) => rule.startsWith(start)) ?? "").matchAll(/"(brasa[^"]+)"/g)]
        .map(([, topic]) => topic)
        .sort()
    expect(named("allow, all, publish")).toEqual(topics("store", "from", LOGIN))
    expect(named("allow, all, subscribe")).toEqual(topics("store", "to", LOGIN))
    expect(named('allow, {username, "hub"}, publish')).toEqual(topics("hub", "from", "+"))
    expect(named('allow, {username, "hub"}, subscribe')).toEqual(topics("hub", "to", "+"))
    expect([rules.length, rules.at(-1)]).toEqual([6, "deny, all"])
  })
})

onSqlite((open) => {
  describe("a real Mosquitto with these files", () => {
    it("accepts a store as soon as it is claimed, and it sells", async () => {
      const broker = await startShippedBroker()
      const hub = await openTestHub(open, { mqtt: broker.hubUrl, mqttLogins: broker.logins })
      const box = await openTestBox(hub, { hubMqtt: broker.storeUrl })
      const { id } = (await hub.call("POST", ORDERS, orderBody())).body.data
      await until(async () => (await box.call("GET", `${ORDERS}/${id}`)).status === 200)
      const charged = await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "t-1" }))
      expect(charged.body.data?.outcome, JSON.stringify(charged.body)).toBe("settled")
      expect(readFileSync(broker.logins, "utf8")).toMatch(new RegExp(`^hub:.+\\n${STORE}:\\$7\\$101\\$`))
    })

    it("accepts a store that was claimed before Mosquitto had logins, at its next connection", async () => {
      const broker = await startShippedBroker()
      const hub = await openTestHub(open, { mqtt: broker.hubUrl, mqttLogins: broker.logins })
      const box = await openTestBox(hub, { hubMqtt: broker.storeUrl })
      const arrives = async (id: string) => (await box.call("GET", `${ORDERS}/${id}`)).status === 200
      const create = async () => (await hub.call("POST", ORDERS, orderBody())).body.data.id as string
      const before = await create()
      await until(() => arrives(before))
      const [hubsLine] = readFileSync(broker.logins, "utf8").split("\n")
      writeFileSync(broker.logins, `${hubsLine}\n`)
      await until(async () => readFileSync(broker.logins, "utf8").includes(`\n${STORE}:$7$101$`))
      const after = await create()
      await until(() => arrives(after))
    })

    it("keeps each store to its own topics, name and password", async () => {
      const broker = await startShippedBroker()
      putLogin(broker.logins, { name: STORE, password: "box_one" })
      putLogin(broker.logins, OTHER_STORE)
      await until(async () => (await tryLogin(broker.storeUrl, OTHER_STORE)) === "in")
      expect(await tryLogin(broker.storeUrl, { ...OTHER_STORE, password: "box_wrong" })).toBe("refused")
      expect(await tryLogin(broker.storeUrl, null)).toBe("refused")
      const hub = await enterBroker(broker.hubUrl, { ...broker.hub, clientId: hubClientId("one") })
      const other = await enterBroker(broker.storeUrl, { ...OTHER_STORE, clientId: storeClientId(STORE) })
      const own = await enterBroker(broker.storeUrl, {
        name: STORE,
        password: "box_one",
        clientId: storeClientId(STORE),
      })
      const heard = { hub: listen(hub), other: listen(other), own: listen(own) }
      let cut = 0
      other.on("close", () => (cut += 1))
      await hub.subscribeAsync("brasa/v1/+/up")
      await other.subscribeAsync([`brasa/v1/${STORE}/down`, "brasa/v1/+/up", "#"]).catch(() => undefined)
      await own.subscribeAsync(`brasa/v1/${STORE}/down`)
      await other.publishAsync(`brasa/v1/${STORE}/up`, "forged")
      await own.publishAsync(`brasa/v1/${STORE}/up`, "true")
      await hub.publishAsync(`brasa/v1/${STORE}/down`, "secret")
      await until(async () => heard.own.length > 0 && heard.hub.length > 0)
      await new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
      // Naming another store's connection has taken nothing over.
      expect({ ...heard, cut }).toEqual({ hub: ["true"], other: [], own: ["secret"], cut: 0 })
    })
  })
})

function listen(client: MqttClient): string[] {
  const heard: string[] = []
  client.on("message", (_topic, payload) => heard.push(payload.toString()))
  return heard
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}
