/** Replays, pruning and crashes of events out, on both databases, without a hub around them. */
import { beforeAll, describe, expect, it } from "vitest"
import { createQueue } from "../../../hub/queue/index.ts"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { createWebhooks, createWebhooksDesk, recordEvent } from "../../../hub/webhooks/index.ts"
import { beginReplay, stepReplay } from "../../../hub/webhooks/replay.ts"
import { createManualClock, type ManualClock } from "../../../protocol/runtime/clock.ts"
import { createIds, type Ids } from "../../../protocol/runtime/ids.ts"
import { silentLog } from "../../../protocol/runtime/log.ts"
import { seal } from "../../../protocol/runtime/secrets.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openReceiver, type Receiver } from "../../kit/receiver.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const KEY = Buffer.alloc(32, 7)
const MANY = 10_000
const DAY_MS = 86_400_000
const FROM = "2026-11-01T00:00:00.000Z"
const TO = "2026-12-31T00:00:00.000Z"

eachDatabase((engine, open) => {
  let store: HubStore
  let clock: ManualClock
  let ids: Ids
  let receiver: Receiver

  beforeAll(async () => {
    clock = createManualClock("2026-11-21T18:00:00.000Z")
    ids = createIds({ clock })
    store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS, clock }))
    receiver = await openReceiver()
    await store.system.write(async ({ db }) => {
      await db.insertInto("account").values({ account_id: "acme", name: "Acme" }).execute()
      const vendor = { vendor_id: TENANT.vendorId, account_id: "acme", name: "Q", country_code: "EC", legal: null }
      await db.insertInto("vendor").values(vendor).execute()
    })
  })

  /** An endpoint of its own for each test, so that what came before is none of its business. */
  const provide = async (name: string) =>
    store.system.write(async ({ db, now }) => {
      await db.updateTable("webhook_endpoint").set({ disabled_at: now }).execute()
      const endpoint = {
        endpoint_id: name,
        account_id: "acme",
        vendor_id: TENANT.vendorId,
        name,
        url: receiver.url,
        events: '["menu.updated"]',
        secret_sealed: seal("whsec_x", KEY, `endpoint/${name}/secret`),
        created_at: now,
      }
      await db.insertInto("webhook_endpoint").values(endpoint).execute()
    })
  const record = () =>
    store.write(TENANT, (tx) => recordEvent(tx, ids, { type: "menu.updated", data: { channel: "POS" } }))
  const count = (endpoint: string) =>
    store.read(TENANT, async (scope) => {
      const rows = await scope.select("delivery").select("status").where("endpoint_id", "=", endpoint).execute()
      return rows.length
    })
  const desk = () => createWebhooksDesk({ store, ids, secretKey: KEY })
  const webhooks = () =>
    createWebhooks({
      store,
      ids,
      clock,
      log: silentLog,
      secretKey: KEY,
      allowPrivate: true,
      keptMs: 30 * 24 * 3_600_000,
    })

  it("a worker that dies between the receiver's answer and the commit sends again with the same id", async () => {
    await provide("crash")
    const eventId = await record()
    let crashes = 1
    const out = webhooks()
    const kinds = Object.fromEntries(
      Object.entries(out.kinds).map(([name, kind]) => {
        if (!("outside" in kind)) return [name, kind]
        const outside: typeof kind.outside = async (job, signal) => {
          const outcome = await kind.outside(job, signal)
          crashes -= 1
          if (crashes >= 0) throw new Error("the process is gone")
          return outcome
        }
        return [name, { ...kind, outside }]
      }),
    )
    const queue = createQueue({ store, clock, log: silentLog, kinds })
    await queue.settle()
    clock.advance(10_000)
    await queue.settle()
    await queue.stop()
    out.close()
    expect(receiver.taken.map(({ event }) => event.event.id)).toEqual([eventId, eventId])
    expect(await count("crash")).toBe(1)
  })

  it("a replay that broke off goes on where it stood, whoever takes it up, and doubles nothing", async () => {
    for (let n = 0; n < 3; n += 1) await record()
    await provide("late")
    const replay = await store.write(TENANT, (tx) => beginReplay(tx, ids, { from: FROM, to: TO, endpointId: "late" }))
    const out = webhooks()
    const queue = createQueue({ store, clock, log: silentLog, kinds: out.kinds })
    receiver.taken.length = 0
    await queue.settle()
    await queue.stop()
    out.close()
    expect(new Set(receiver.taken.map(({ event }) => event.event.id)).size).toBe(4)
    expect(receiver.taken).toHaveLength(4)
    const again = await store.write(TENANT, (tx) => stepReplay(tx, ids, replay?.id ?? ""))
    expect(again).toMatchObject({ seen: 4, queued: 4, endedAt: expect.any(String) })
    expect(await count("late")).toBe(4)
  })

  it("a replay says what is wrong with it", async () => {
    expect(await desk().replay({ from: "x", to: TO })).toMatchObject({ refused: "VALIDATION_ERROR" })
    expect(await desk().replay({ from: TO, to: FROM })).toMatchObject({ refused: "VALIDATION_ERROR" })
    expect(await desk().replay({ from: FROM, to: TO, endpoint: "nobody" })).toMatchObject({ refused: "NOT_FOUND" })
  })

  describe.runIf(engine === "sqlite")("many", () => {
    it("10,000 events are set on their way by one call, in batches; a second call doubles none", async () => {
      await insertMany(store, clock.iso())
      await provide("many")
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

  it("events are kept for 30 days; one that nobody took says so, and stays marked for 30 days more", async () => {
    const { pruner } = webhooks()
    await provide("old")
    const eventId = await record()
    clock.advance(29 * DAY_MS)
    await pruner.round()
    expect(await stands("old")).toEqual([{ status: "waiting", error: null }])
    clock.advance(2 * DAY_MS)
    await pruner.round()
    expect(await stands("old")).toEqual([{ status: "expired", error: expect.stringContaining("too old") }])
    expect(await desk().resend(eventId ?? "")).toMatchObject({ refused: "NOT_FOUND" })
    expect(await eventsLeft()).toBe(0)
    clock.advance(31 * DAY_MS)
    await pruner.round()
    expect(await stands("old")).toEqual([])
  })

  const stands = (endpoint: string) =>
    store.read(TENANT, async (scope) => {
      const rows = await scope.select("delivery").selectAll().where("endpoint_id", "=", endpoint).execute()
      return rows.map(({ status, last_error: error }) => ({ status, error }))
    })
  const eventsLeft = () =>
    store.read(TENANT, async (scope) => (await scope.select("event").select("id").execute()).length)
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
          vendor_id: TENANT.vendorId,
        }
      })
      await db.insertInto("event").values(rows).execute()
    }
  })
}
