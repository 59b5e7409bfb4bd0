/** Webhooks at the dashboard: made with a secret once, tried out, both sides seen, sent again, replayed, rotated, paused. */
import { createHmac } from "node:crypto"
import { beforeAll, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"
import { openReceiver, type Receiver } from "../../kit/receiver.ts"

const WEBHOOKS = "/api/admin/webhooks"

eachDatabase((_name, open) => {
  let hub: TestHub
  let receiver: Receiver
  let dev: SignedIn
  let endpointId = ""
  let secret = ""

  beforeAll(async () => {
    hub = await openTestHub(open, { allowPrivateWebhooks: true })
    receiver = await openReceiver()
    dev = await signIn(hub, "developer")
    const response = await dev.call("POST", WEBHOOKS, wish())
    expect(response.status).toBe(201)
    endpointId = response.body.data.endpoint.endpointId
    secret = response.body.data.secret
  })

  const wish = (more: object = {}) => ({
    name: "warehouse",
    url: receiver.url,
    vendorId: "acme.ec.quito",
    events: ["order.*"],
    ...more,
  })
  const listed = async (who = dev) => (await who.call("GET", WEBHOOKS)).body.data.items
  const test = (type: string) => dev.call("POST", `${WEBHOOKS}/${endpointId}/test`, { type })
  const typesHeard = (from: number) => receiver.heard.slice(from).map(({ raw }) => JSON.parse(String(raw)).event.type)
  const detailOf = async (deliveryId: string, who = dev) => who.call("GET", `/api/admin/deliveries/${deliveryId}`)

  it("shows a secret once", async () => {
    expect(secret).toMatch(/^whsec_/)
    expect(await listed()).toMatchObject([{ name: "warehouse", state: "taking", lastTakenAt: null }])
    expect(JSON.stringify(await listed())).not.toContain("whsec_")
  })

  it("refuses taken names, unknown events and invalid addresses", async () => {
    expect((await dev.call("POST", WEBHOOKS, wish())).status).toBe(409)
    const bad = await dev.call("POST", WEBHOOKS, wish({ name: "other", url: "ftp://x", events: ["order.*", "cake"] }))
    expect(bad.body.details.map(({ path }: { path: string }) => path)).toEqual(["url", "events.1"])
    expect(await listed()).toHaveLength(1)
  })

  it("sends an invented event that is marked as a test and signed as usual", async () => {
    const sent = await test("order.completed")
    expect(sent.status).toBe(202)
    await hub.hub.queue.settle()
    const got = receiver.heard.at(-1)
    expect(JSON.parse(String(got?.raw))).toMatchObject({ event: { type: "order.completed", test: true } })
    const signed = createHmac("sha256", secret).update(String(got?.raw)).digest("hex")
    expect(got?.headers["x-service-signature"]).toBe(signed)
    const { data } = (await detailOf(sent.body.data.deliveryId)).body
    expect(data.delivery).toMatchObject({ status: "delivered", type: "webhook.test" })
    expect(data.body).toBe(String(got?.raw))
    expect(data.attempts).toMatchObject([
      { status: 204, error: null, requestHeaders: { "webhook-id": data.delivery.eventId } },
    ])
  })

  it("sends a delivery again under its own id, and lists deliveries page by page", async () => {
    const first = (await test("webhook.test")).body.data
    await hub.hub.queue.settle()
    const before = receiver.heard.length
    expect((await dev.call("POST", `/api/admin/deliveries/${first.deliveryId}/resend`)).status).toBe(202)
    await hub.hub.queue.settle()
    expect(receiver.heard.length).toBe(before + 1)
    const path = `${WEBHOOKS}/${endpointId}/deliveries`
    const page = (await dev.call("GET", `${path}?size=1`)).body.data
    const next = (await dev.call("GET", `${path}?size=1&after=${encodeURIComponent(page.next)}`)).body.data
    expect(page.items[0].deliveryId).not.toBe(next.items[0].deliveryId)
    expect((await dev.call("GET", `${path}?after=nonsense`)).status).toBe(400)
  })

  it("rotates a secret, and both secrets sign for a day", async () => {
    const done = (await dev.call("POST", `${WEBHOOKS}/${endpointId}/rotate`)).body.data
    expect(done.secret).not.toBe(secret)
    expect(done.endpoint.rotatingUntil).not.toBeNull()
    await test("webhook.test")
    await hub.hub.queue.settle()
    const { headers, raw } = receiver.heard.at(-1) as NonNullable<(typeof receiver.heard)[number]>
    expect(headers["x-service-signature-previous"]).toBe(createHmac("sha256", secret).update(String(raw)).digest("hex"))
  })

  it("holds events while an endpoint is paused, except tests, and sends them when it resumes", async () => {
    expect((await dev.call("POST", `${WEBHOOKS}/${endpointId}/pause`)).body.data.state).toBe("paused")
    const before = receiver.heard.length
    await hub.call("POST", ORDERS, orderBody())
    await test("webhook.test")
    await hub.hub.queue.settle()
    expect(typesHeard(before)).toEqual(["webhook.test"])
    expect((await listed())[0]).toMatchObject({ held: 1 })
    await dev.call("POST", `${WEBHOOKS}/${endpointId}/resume`)
    await hub.hub.queue.settle()
    expect(typesHeard(before)).toEqual(["webhook.test", "order.opened"])
  })

  it("replays a period with progress, without tests", async () => {
    const body = { from: "2026-11-20T00:00:00Z", to: "2026-11-22T00:00:00Z" }
    const begun = await dev.call("POST", `${WEBHOOKS}/${endpointId}/replays`, body)
    expect(begun.status).toBe(202)
    await hub.hub.queue.settle()
    const { replays } = (await dev.call("GET", `${WEBHOOKS}/${endpointId}/replays`)).body.data
    expect(replays[0]).toMatchObject({ vendorId: "acme.ec.quito", queued: 1 })
    expect(replays[0].endedAt).not.toBeNull()
    const twisted = { from: body.to, to: body.from }
    expect((await dev.call("POST", `${WEBHOOKS}/${endpointId}/replays`, twisted)).status).toBe(400)
  })

  it("writes an audit entry for each action", async () => {
    const owner = await signIn(hub, "owner")
    const trail = (await owner.call("GET", "/api/admin/audit?action=webhooks")).body.data.items
    const actions = new Set(trail.map(({ action }: { action: string }) => action))
    expect([...actions].sort()).toEqual(
      ["create", "pause", "replay", "resend", "resume", "rotate", "test"].map((verb) => `webhooks.${verb}`),
    )
  })

  it("shows nothing to another account, and no bodies to users who may only read", async () => {
    const stranger = await signIn(hub, "owner", { account: "globex" })
    expect(await listed(stranger)).toEqual([])
    expect((await stranger.call("POST", `${WEBHOOKS}/${endpointId}/rotate`)).status).toBe(404)
    const [one] = (await dev.call("GET", `${WEBHOOKS}/${endpointId}/deliveries`)).body.data.items
    expect((await detailOf(one.deliveryId, stranger)).status).toBe(404)
    const reader = await signIn(hub, "read-only")
    expect(await listed(reader)).toHaveLength(1)
    expect((await detailOf(one.deliveryId, reader)).status).toBe(403)
    const sister = await signIn(hub, "developer", { vendorIds: ["acme.ec.guayaquil"] })
    expect(await listed(sister)).toEqual([])
    expect((await sister.call("POST", WEBHOOKS, wish({ name: "all", vendorId: null }))).status).toBe(404)
  })
})
