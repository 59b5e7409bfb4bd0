/** Deliveries whose attempts are used up at the same moment, or at the moment that their receiver is back: none is left alone. */
import { beforeAll, expect, it } from "vitest"
import type { ExternalJobKind, Job } from "../../../hub/queue/index.ts"
import type { HubStore } from "../../../hub/storage/index.ts"
import type { Webhooks } from "../../../hub/webhooks/index.ts"
import { WEBHOOK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { whenOver } from "../../kit/temp.ts"
import { OWNER, openWebhookStore, type WebhookStore } from "../../kit/webhook-store.ts"

const DELIVER = "webhook.deliver"
const TIMES = 5

eachDatabase((_engine, open) => {
  let at: WebhookStore
  let store: HubStore
  let webhooks: Webhooks

  beforeAll(async () => {
    at = await openWebhookStore(open)
    store = at.store
    webhooks = at.webhooks()
    whenOver(async () => webhooks.close())
  })

  /** Two deliveries to an endpoint of their own, as jobs in a worker's hands, at their last attempt. */
  const twoAtTheirLast = async (name: string): Promise<Job<never>[]> => {
    await at.provide(name)
    for (let n = 0; n < 2; n += 1) await at.record()
    const rows = await jobsOf(name)
    const attempts = WEBHOOK_RETRY.waitsMs.length + 1
    const firstReceivedAt = at.clock.iso()
    return rows.map((row) => ({
      ...{ id: row.job_id, kind: DELIVER, lane: name, tenant: OWNER, attempts, firstReceivedAt },
      body: JSON.parse(row.body) as never,
    }))
  }
  const jobsOf = (lane: string) =>
    store.system.read(({ db }) => db.selectFrom("job").selectAll().where("lane", "=", lane).orderBy("job_id").execute())
  const statuses = (name: string) =>
    store.read(OWNER, async (scope) => {
      const rows = await scope.select("delivery").select("status").where("endpoint_id", "=", name).execute()
      return rows.map(({ status }) => status).sort()
    })
  const attempt = (job: Job<never>) =>
    (webhooks.kinds[DELIVER] as ExternalJobKind<never>).run(job, new AbortController().signal)
  const giveUp = (job: Job<never>) =>
    store.write(OWNER, async (tx) => webhooks.kinds[DELIVER]?.onDead?.(tx, job, "used up"))

  it("of two deliveries that give up at once, one continues to try", async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const name = `at-once-${n}`
      const both = await twoAtTheirLast(name)
      at.receiver.mood = "fails"
      for (const job of both) await attempt(job)
      await Promise.all(both.map(giveUp))
      expect(await statuses(name)).toEqual(["dead", "waiting"])
      const probes = (await jobsOf(name)).map(({ body }) => JSON.parse(body).probe === true)
      expect(probes.filter(Boolean)).toHaveLength(1)
    }
  })

  it("a delivery that gives up just after the receiver accepted another is tried again", async () => {
    const [lost, taken] = (await twoAtTheirLast("back")) as [Job<never>, Job<never>]
    at.receiver.mood = "fails"
    await attempt(lost)
    await attempt(taken)
    at.receiver.mood = "takes"
    const { write } = await attempt(taken)
    await store.write(OWNER, async (tx) => write?.(tx))
    await resumed("back")
    await giveUp(lost)
    await resumed("back")
    expect(await statuses("back")).toEqual(["delivered", "waiting"])
  })

  /** What the queue would do of the jobs that set things on their way. */
  const resumed = async (lane: string) => {
    const kind = webhooks.kinds["webhook.resume"]
    if (!kind || !("apply" in kind)) throw new Error("there is no such kind")
    for (const { kind: name, job_id: id, body } of await jobsOf(lane)) {
      if (name !== "webhook.resume") continue
      const job = { id, kind: name, lane, tenant: OWNER, attempts: 1, firstReceivedAt: at.clock.iso() }
      await store.write(OWNER, (tx) => kind.apply(tx, { ...job, body: JSON.parse(body) } as never))
    }
  }
})
