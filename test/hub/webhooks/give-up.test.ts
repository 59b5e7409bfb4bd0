/** Deliveries whose attempts are used up at the same moment, or at the moment that their receiver is back: none is left alone. */
import { beforeAll, expect, it } from "vitest"
import type { Job, OutsideKind } from "../../../hub/queue/index.ts"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { createWebhooks, recordEvent, type Webhooks } from "../../../hub/webhooks/index.ts"
import { WEBHOOK_RETRY } from "../../../protocol/rules/retry.ts"
import { createManualClock, type ManualClock } from "../../../protocol/runtime/clock.ts"
import { createIds, type Ids } from "../../../protocol/runtime/ids.ts"
import { silentLog } from "../../../protocol/runtime/log.ts"
import { seal } from "../../../protocol/runtime/secrets.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openReceiver, type Receiver } from "../../kit/receiver.ts"
import { whenOver } from "../../kit/temp.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const KEY = Buffer.alloc(32, 7)
const DELIVER = "webhook.deliver"
const TIMES = 5

eachDatabase((_engine, open) => {
  let store: HubStore
  let clock: ManualClock
  let ids: Ids
  let receiver: Receiver
  let webhooks: Webhooks

  beforeAll(async () => {
    clock = createManualClock("2026-11-21T18:00:00.000Z")
    ids = createIds({ clock })
    store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS, clock }))
    receiver = await openReceiver()
    webhooks = createWebhooks({
      store,
      ids,
      clock,
      log: silentLog,
      secretKey: KEY,
      allowPrivate: true,
      keptMs: 30 * 24 * 3_600_000,
    })
    whenOver(async () => webhooks.close())
    await store.system.write(async ({ db }) => {
      await db.insertInto("account").values({ account_id: "acme", name: "Acme" }).execute()
      const vendor = { vendor_id: TENANT.vendorId, account_id: "acme", name: "Q", country_code: "EC", legal: null }
      await db.insertInto("vendor").values(vendor).execute()
    })
  })

  /** Two deliveries to an endpoint of their own, as jobs in a worker's hands, at their last attempt. */
  const twoAtTheirLast = async (name: string): Promise<Job<never>[]> => {
    await store.system.write(async ({ db, now }) => {
      await db.updateTable("webhook_endpoint").set({ disabled_at: now }).execute()
      const address = { endpoint_id: name, name, url: receiver.url, events: '["menu.updated"]', created_at: now }
      const secret_sealed = seal("whsec_x", KEY, `endpoint/${name}/secret`)
      const owner = { account_id: "acme", vendor_id: TENANT.vendorId }
      await db
        .insertInto("webhook_endpoint")
        .values({ ...address, ...owner, secret_sealed })
        .execute()
    })
    for (let n = 0; n < 2; n += 1) {
      await store.write(TENANT, (tx) => recordEvent(tx, ids, { type: "menu.updated", data: { channel: "POS" } }))
    }
    const rows = await jobsOf(name)
    const attempts = WEBHOOK_RETRY.waitsMs.length + 1
    const firstReceivedAt = clock.iso()
    return rows.map((row) => ({
      ...{ id: row.job_id, kind: DELIVER, lane: name, tenant: TENANT, attempts, firstReceivedAt },
      body: JSON.parse(row.body) as never,
    }))
  }
  const jobsOf = (lane: string) =>
    store.system.read(({ db }) => db.selectFrom("job").selectAll().where("lane", "=", lane).orderBy("job_id").execute())
  const statuses = (name: string) =>
    store.read(TENANT, async (scope) => {
      const rows = await scope.select("delivery").select("status").where("endpoint_id", "=", name).execute()
      return rows.map(({ status }) => status).sort()
    })
  const attempt = (job: Job<never>) =>
    (webhooks.kinds[DELIVER] as OutsideKind<never>).outside(job, new AbortController().signal)
  const giveUp = (job: Job<never>) =>
    store.write(TENANT, async (tx) => webhooks.kinds[DELIVER]?.onDead?.(tx, job, "used up"))

  it("of two that give up at once, one goes on asking", async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const name = `at-once-${n}`
      const both = await twoAtTheirLast(name)
      receiver.mood = "fails"
      for (const job of both) await attempt(job)
      await Promise.all(both.map(giveUp))
      expect(await statuses(name)).toEqual(["dead", "waiting"])
      const probes = (await jobsOf(name)).map(({ body }) => JSON.parse(body).probe === true)
      expect(probes.filter(Boolean)).toHaveLength(1)
    }
  })

  it("one that gives up just after the receiver took another is set on its way again", async () => {
    const [lost, taken] = (await twoAtTheirLast("back")) as [Job<never>, Job<never>]
    receiver.mood = "fails"
    await attempt(lost)
    await attempt(taken)
    receiver.mood = "takes"
    const { write } = await attempt(taken)
    await store.write(TENANT, async (tx) => write?.(tx))
    await resumed("back")
    await giveUp(lost)
    await resumed("back")
    expect(await statuses("back")).toEqual(["delivered", "waiting"])
  })

  /** What the queue would do of the jobs that set things on their way. */
  const resumed = async (lane: string) => {
    const kind = webhooks.kinds["webhook.resume"]
    if (!kind || !("inTransaction" in kind)) throw new Error("there is no such kind")
    for (const { kind: name, job_id: id, body } of await jobsOf(lane)) {
      if (name !== "webhook.resume") continue
      const job = { id, kind: name, lane, tenant: TENANT, attempts: 1, firstReceivedAt: clock.iso() }
      await store.write(TENANT, (tx) => kind.inTransaction(tx, { ...job, body: JSON.parse(body) } as never))
    }
  }
})
