/** Replays, pruning and crashes of events out, on both databases, without a hub around them. */
import { beforeAll, describe, expect, it } from "vitest"
import { createQueue } from "../../../hub/queue/index.ts"
import type { HubStore } from "../../../hub/storage/index.ts"
import { createWebhooksAdmin } from "../../../hub/webhooks/index.ts"
import { beginReplay, stepReplay } from "../../../hub/webhooks/replay.ts"
import { silentLog } from "../../../runtime/log.ts"
import { eachDatabase } from "../../kit/databases.ts"
import type { Receiver } from "../../kit/receiver.ts"
import { OWNER, openWebhookStore, SECRET_KEY, type WebhookStore } from "../../kit/webhook-store.ts"

const MANY = 10_000
const DAY_MS = 86_400_000
const FROM = "2026-11-01T00:00:00.000Z"
const TO = "2026-12-31T00:00:00.000Z"

eachDatabase((engine, open) => {
  let at: WebhookStore
  let store: HubStore
  let receiver: Receiver

  beforeAll(async () => {
    at = await openWebhookStore(open)
    store = at.store
    receiver = at.receiver
  })

  const count = (endpoint: string) =>
    store.read(OWNER, async (scope) => {
      const rows = await scope.select("delivery").select("status").where("endpoint_id", "=", endpoint).execute()
      return rows.length
    })
  const desk = () => createWebhooksAdmin({ store, ids: at.ids, secretKey: SECRET_KEY })

  it("a worker that dies between the receiver's answer and the commit sends again with the same id", async () => {
    await at.provide("crash")
    const eventId = await at.record()
    let crashes = 1
    const out = at.webhooks()
    const kinds = Object.fromEntries(
      Object.entries(out.kinds).map(([name, kind]) => {
        if (!("run" in kind)) return [name, kind]
        const run: typeof kind.run = async (job, signal) => {
          const outcome = await kind.run(job, signal)
          crashes -= 1
          if (crashes >= 0) throw new Error("the process is gone")
          return outcome
        }
        return [name, { ...kind, run }]
      }),
    )
    const queue = createQueue({ store, clock: at.clock, log: silentLog, kinds })
    await queue.settle()
    at.clock.advance(10_000)
    await queue.settle()
    await queue.stop()
    out.close()
    expect(receiver.taken.map(({ event }) => event.event.id)).toEqual([eventId, eventId])
    expect(await count("crash")).toBe(1)
  })

  it("an interrupted replay is continued by any worker, and repeats nothing", async () => {
    for (let n = 0; n < 3; n += 1) await at.record()
    await at.provide("late")
    const replay = await store.write(OWNER, (tx) => beginReplay(tx, at.ids, { from: FROM, to: TO, endpointId: "late" }))
    const out = at.webhooks()
    const queue = createQueue({ store, clock: at.clock, log: silentLog, kinds: out.kinds })
    receiver.taken.length = 0
    await queue.settle()
    await queue.stop()
    out.close()
    expect(new Set(receiver.taken.map(({ event }) => event.event.id)).size).toBe(4)
    expect(receiver.taken).toHaveLength(4)
    const again = await store.write(OWNER, (tx) => stepReplay(tx, at.ids, replay?.id ?? ""))
    expect(again).toMatchObject({ seen: 4, queued: 4, endedAt: expect.any(String) })
    expect(await count("late")).toBe(4)
  })

  it("a replay sends events that wait for a retry at once, and a second replay adds none", async () => {
    await at.provide("failing")
    const wish = { from: FROM, to: TO, endpoint: "failing" }
    await desk().replay(wish)
    const out = at.webhooks()
    const queue = createQueue({ store, clock: at.clock, log: silentLog, kinds: out.kinds })
    receiver.mood = "fails"
    await queue.settle()
    receiver.mood = "takes"
    const { deliveries } = (await desk().replay(wish)) as { deliveries: number }
    expect(deliveries).toBe(4)
    expect(await desk().replay(wish)).toMatchObject({ deliveries: 0 })
    receiver.taken.length = 0
    await queue.settle()
    await queue.stop()
    out.close()
    const ids = receiver.taken.map(({ event }) => event.event.id)
    expect([ids.length, new Set(ids).size]).toEqual([deliveries, deliveries])
  })

  it("a replay reports what is wrong with its request", async () => {
    expect(await desk().replay({ from: "x", to: TO })).toMatchObject({ refused: "VALIDATION_ERROR" })
    expect(await desk().replay({ from: TO, to: FROM })).toMatchObject({ refused: "VALIDATION_ERROR" })
    expect(await desk().replay({ from: FROM, to: TO, endpoint: "nobody" })).toMatchObject({ refused: "NOT_FOUND" })
  })

  describe.runIf(engine === "sqlite")("many events", () => {
    it("10,000 events are replayed by one call in batches; a second call repeats none", async () => {
      await insertMany(store, at.clock.iso())
      await at.provide("many")
      const steps: number[] = []
      const wish = {
        from: FROM,
        to: TO,
        endpoint: "many",
        progress: ({ seen }: { seen: number }) => void steps.push(seen),
      }
      const done = await desk().replay(wish)
      expect(done).toEqual({ events: MANY + 4, deliveries: MANY + 4 })
      expect(steps.length).toBeGreaterThan(40)
      expect(await desk().replay(wish)).toEqual({ events: MANY + 4, deliveries: 0 })
      expect(await count("many")).toBe(MANY + 4)
      const jobs = await store.system.read(({ db }) =>
        db.selectFrom("job").select("job_id").where("lane", "=", "many").execute(),
      )
      expect(jobs).toHaveLength(MANY + 4)
    })
  })

  it("events are kept for 30 days; one that was never accepted is marked and kept for 30 more", async () => {
    const { pruner } = at.webhooks()
    await at.provide("old")
    const eventId = await at.record()
    at.clock.advance(29 * DAY_MS)
    await pruner.round()
    expect(await stands("old")).toEqual([{ status: "waiting", error: null }])
    at.clock.advance(2 * DAY_MS)
    await pruner.round()
    expect(await stands("old")).toEqual([{ status: "expired", error: expect.stringContaining("too old") }])
    expect(await desk().resend(eventId ?? "")).toMatchObject({ refused: "NOT_FOUND" })
    expect(await eventsLeft()).toBe(0)
    at.clock.advance(31 * DAY_MS)
    await pruner.round()
    expect(await stands("old")).toEqual([])
  })

  const stands = (endpoint: string) =>
    store.read(OWNER, async (scope) => {
      const rows = await scope.select("delivery").selectAll().where("endpoint_id", "=", endpoint).execute()
      return rows.map(({ status, last_error: error }) => ({ status, error }))
    })
  const eventsLeft = () =>
    store.read(OWNER, async (scope) => (await scope.select("event").select("id").execute()).length)
})

async function insertMany(store: HubStore, at: string): Promise<void> {
  const event = { type: "menu.updated", version: 1, order_id: null, made_id: null, sequence: 0, created_at: at }
  const body = Buffer.from("{}")
  await store.system.write(async ({ db }) => {
    for (let from = 0; from < MANY; from += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => {
        const hex = (from + n).toString(16).padStart(12, "0")
        return {
          ...event,
          id: `many-${hex}`,
          event_id: `evt_${hex}`,
          body,
          account_id: "acme",
          vendor_id: OWNER.vendorId,
        }
      })
      await db.insertInto("event").values(rows).execute()
    }
  })
}
