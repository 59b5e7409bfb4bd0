/** What `brasa listen` does: events of a real hub, signed, at a receiver near by; through failures of both. */
import { createHmac } from "node:crypto"
import { expect, it } from "vitest"
import { createSender, type Forwarded, forward, forwardEvents } from "../../../hub/webhooks/index.ts"
import { createClient } from "../../../protocol/client/index.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { onSqlite } from "../../kit/databases.ts"
import { KEY, openTestHub, READER_KEY } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { openReceiver } from "../../kit/receiver.ts"
import { soon } from "../../kit/soon.ts"
import { whenOver } from "../../kit/temp.ts"

const SECRET = "whsec_of_a_developer"

onSqlite((open) => {
  it("forwards events from a moment on, prints the answers, and survives a silent hub", async () => {
    const [hub, receiver] = [await openTestHub(open), await openReceiver()]
    let cut = false
    const client = createClient({
      baseUrl: hub.hub.url,
      key: KEY,
      fetch: (...asked) => (cut ? Promise.reject(new Error("cut")) : fetch(...asked)),
    })
    const sender = createSender({ clock: systemClock, allowPrivate: true })
    const said: string[] = []
    const seen: Forwarded[] = []
    const tell = {
      forwarded: (event: Forwarded, { status }: { status: number | null }) => {
        seen.push(event)
        said.push(`${event.type} ${status}`)
      },
      silent: () => void said.push("silent"),
      back: () => void said.push("back"),
    }
    const over = new AbortController()
    whenOver(() => over.abort())
    const parts = { client, sender, clock: systemClock, url: receiver.url, secret: SECRET, tell }
    const ended = forwardEvents({ ...parts, from: hub.clock.iso(), type: "order.*" }, over.signal)

    await hub.call("POST", ORDERS, orderBody())
    await soon(() => expect(said).toEqual(["order.opened 204"]))
    const [taken] = receiver.taken
    const due = createHmac("sha256", SECRET)
      .update(taken?.raw ?? "")
      .digest("hex")
    expect(taken?.headers["x-service-signature"]).toBe(due)

    cut = true
    receiver.mood = "fails"
    await soon(() => expect(said).toContain("silent"))
    await hub.call("POST", ORDERS, orderBody())
    cut = false
    await soon(() => expect(said.slice(1)).toEqual(["silent", "back", "order.opened 500"]))

    receiver.mood = "takes"
    const again = await forward(parts, seen[1] as Forwarded, over.signal)
    expect([again.status, receiver.taken.at(-1)?.event.event.id]).toEqual([204, seen[1]?.eventId])
    over.abort()
    expect(await ended).toBeNull()
    sender.close()
  })

  it("explains why it can never continue", async () => {
    const hub = await openTestHub(open)
    const tell = { forwarded: () => {}, silent: () => {}, back: () => {} }
    const sender = createSender({ clock: systemClock, allowPrivate: true })
    const client = createClient({ baseUrl: hub.hub.url, key: `${READER_KEY}x` })
    const parts = { client, sender, clock: systemClock, url: "http://127.0.0.1:9/", secret: SECRET, tell }
    expect(await forwardEvents(parts, new AbortController().signal)).toMatch(/^UNAUTHORIZED/)
  })
})
