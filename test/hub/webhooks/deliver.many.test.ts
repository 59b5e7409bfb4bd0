/** Many events for one endpoint: sent no more than four at once, read and written together, each taken once. */
import { createServer } from "node:http"
import { beforeAll, expect, it } from "vitest"
import { createQueue } from "../../../hub/queue/index.ts"
import { silentLog } from "../../../runtime/log.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { freePorts } from "../../kit/ports.ts"
import { whenOver } from "../../kit/temp.ts"
import { OWNER, openWebhookStore, type WebhookStore } from "../../kit/webhook-store.ts"

const EVENTS = 100
const AT_ONCE_MAX = 4
const ANSWER_AFTER_MS = 3

/** Answers after a while with what it is told to; knows how many it was asked at once, by how many connections. */
async function openSlowReceiver() {
  const [port = 0] = await freePorts(1)
  const heard: string[] = []
  const told = { status: 204, atOnce: 0, most: 0, connections: 0 }
  const server = createServer((request, response) => {
    told.atOnce += 1
    told.most = Math.max(told.most, told.atOnce)
    request.resume()
    setTimeout(() => {
      heard.push(String(request.headers["webhook-id"]))
      told.atOnce -= 1
      response.writeHead(told.status).end()
    }, ANSWER_AFTER_MS)
  })
  // A machine that stands still for a few seconds gives no connection up.
  server.keepAliveTimeout = 0
  server.on("connection", () => {
    told.connections += 1
  })
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done))
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}/`, heard, told }
}

eachDatabase((_engine, open) => {
  let at: WebhookStore
  beforeAll(async () => {
    at = await openWebhookStore(open)
  })

  const prepare = async (name: string) => {
    const receiver = await openSlowReceiver()
    await at.provide(name)
    await at.store.system.write(({ db }) =>
      db.updateTable("webhook_endpoint").set({ url: receiver.url }).where("endpoint_id", "=", name).execute(),
    )
    for (let n = 0; n < EVENTS; n += 1) await at.record()
    const webhooks = at.webhooks()
    const { store, clock } = at
    const queue = createQueue({ store, clock, log: silentLog, kinds: webhooks.kinds, chance: () => 0.5 })
    whenOver(async () => {
      await queue.stop()
      webhooks.close()
    })
    return { receiver, queue }
  }
  const deliveries = (endpoint: string) =>
    at.store.read(OWNER, (scope) =>
      scope.select("delivery").selectAll().where("endpoint_id", "=", endpoint).orderBy("delivery_id").execute(),
    )
  const attempts = (endpoint: string) =>
    at.store.read(OWNER, (scope) =>
      scope
        .select("delivery_attempt")
        .innerJoin("delivery", "delivery.delivery_id", "delivery_attempt.delivery_id")
        .select(["delivery_attempt.status", "event_key"])
        .where("endpoint_id", "=", endpoint)
        .execute(),
    )

  it("each is sent once and recorded with its attempt; four at once, on connections that are reused", async () => {
    const { receiver, queue } = await prepare("quick")
    await queue.settle()
    expect(receiver.told.most).toBe(AT_ONCE_MAX)
    expect(receiver.told.connections).toBe(AT_ONCE_MAX)
    expect([receiver.heard.length, new Set(receiver.heard).size]).toEqual([EVENTS, EVENTS])
    const rows = await deliveries("quick")
    const taken = { status: "delivered", attempts: 1, last_status: 204, last_error: null, delivered_at: at.clock.iso() }
    expect(rows).toEqual(rows.map(() => expect.objectContaining(taken)))
    const tried = await attempts("quick")
    expect([tried.length, new Set(tried.map((one) => one.event_key)).size]).toEqual([EVENTS, EVENTS])
  })

  it("when the receiver answers 410, the rest is held, even if it was claimed already", async () => {
    const { receiver, queue } = await prepare("gone")
    const settled = queue.settle()
    while (receiver.heard.length < EVENTS / 2) await new Promise((go) => setTimeout(go, 1))
    receiver.told.status = 410
    await settled
    const statuses = (await deliveries("gone")).map(({ status }) => status)
    const count = (status: string) => statuses.filter((one) => one === status).length
    expect(count("delivered") + count("held")).toBe(EVENTS)
    // Those that were on their way at that moment heard it as well, and nobody else.
    expect(receiver.heard.length - count("delivered")).toBeLessThanOrEqual(AT_ONCE_MAX)
  })

  it("after failures, the first accepted deliveries retry the dead ones, once", async () => {
    const { receiver, queue } = await prepare("back")
    const rows = await deliveries("back")
    const dead = rows.slice(0, 2).map((row) => row.delivery_id)
    await at.store.system.write(async ({ db, now }) => {
      await db.updateTable("delivery").set({ status: "dead" }).where("delivery_id", "in", dead).execute()
      await db.updateTable("webhook_endpoint").set({ failing_since: now }).where("endpoint_id", "=", "back").execute()
      for (const id of dead) await db.deleteFrom("job").where("body", "like", `%${id}%`).execute()
    })
    await queue.settle()
    expect(new Set((await deliveries("back")).map(({ status }) => status))).toEqual(new Set(["delivered"]))
    expect([receiver.heard.length, new Set(receiver.heard).size]).toEqual([EVENTS, EVENTS])
    const resumed = await at.store.system.read(({ db }) =>
      db.selectFrom("job").select("job_id").where("kind", "=", "webhook.resume").where("lane", "=", "back").execute(),
    )
    expect(resumed.length).toBe(1)
  })
})
