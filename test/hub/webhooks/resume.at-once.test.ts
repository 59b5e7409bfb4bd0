/** What is put aside for a paused endpoint in the moment in which it is resumed is delivered as well, on PostgreSQL too, where both are transactions at once. */
import { beforeAll, expect, it } from "vitest"
import { createQueue, type ExternalJobKind, type Job, type Queue } from "../../../hub/queue/index.ts"
import { findEndpoint, pauseEndpoint, recordEvent, resumeEndpoint } from "../../../hub/webhooks/index.ts"
import { silentLog } from "../../../runtime/log.ts"
import { onPostgres } from "../../kit/databases.ts"
import { whenOver } from "../../kit/temp.ts"
import { OWNER, openWebhookStore, type WebhookStore } from "../../kit/webhook-store.ts"

const DELIVER = "webhook.deliver"
const MINUTE_MS = 60_000

onPostgres((open) => {
  let at: WebhookStore
  let deliver: ExternalJobKind<never>
  let queue: Queue

  beforeAll(async () => {
    at = await openWebhookStore(open)
    const webhooks = at.webhooks()
    deliver = webhooks.kinds[DELIVER] as ExternalJobKind<never>
    queue = createQueue({ store: at.store, clock: at.clock, log: silentLog, kinds: webhooks.kinds })
    whenOver(async () => webhooks.close())
  })

  const change = (name: string, how: "pause" | "resume") =>
    at.store.system.write(async (tx) => {
      const endpoint = await findEndpoint(tx, name)
      if (!endpoint) throw new Error(`there is no endpoint ${name}`)
      if (how === "pause") await pauseEndpoint(tx, endpoint)
      else await resumeEndpoint(tx, { ids: at.ids, dialect: at.store.dialect }, endpoint)
    })
  const statuses = (name: string) =>
    at.store.read(OWNER, async (scope) => {
      const rows = await scope.select("delivery").select("status").where("endpoint_id", "=", name).execute()
      return rows.map(({ status }) => status)
    })
  const aMinuteLater = async () => {
    await queue.settle()
    at.clock.advance(MINUTE_MS)
    await queue.settle()
  }

  it.each([
    ["recorded", "is committed after it is resumed", async () => queue.settle()],
    ["recorded-late", "is committed a minute after it is resumed", aMinuteLater],
  ])("an event whose transaction found the endpoint paused: %s, it %s", async (name, _how, meanwhile) => {
    await at.provide(name)
    await change(name, "pause")
    let commit = () => {}
    const resumed = new Promise<void>((resolve) => {
      commit = resolve
    })
    await new Promise<void>((recorded, failed) => {
      const recording = at.store.write(OWNER, async (tx) => {
        await recordEvent(tx, at.ids, { type: "menu.updated", data: { channel: "POS" } })
        recorded()
        await resumed
      })
      recording.catch(failed)
    })
    await change(name, "resume")
    await meanwhile()
    commit()
    while ((await statuses(name)).length === 0) await new Promise((resolve) => setImmediate(resolve))
    await aMinuteLater()
    expect(await statuses(name)).toEqual(["delivered"])
  })

  it.each([
    ["found", "after it is resumed", async () => queue.settle()],
    ["found-late", "a minute after it is resumed", aMinuteLater],
  ])("a delivery whose worker found the endpoint paused: %s, it notes that %s", async (name, _when, meanwhile) => {
    await at.provide(name)
    await at.record()
    const [row] = await at.store.system.write(({ db }) =>
      db.deleteFrom("job").where("lane", "=", name).returningAll().execute(),
    )
    if (!row) throw new Error("nothing is on its way")
    const held = { id: row.job_id, kind: DELIVER, lane: name, tenant: OWNER, attempts: 1 }
    const job: Job<never> = { ...held, firstReceivedAt: at.clock.iso(), body: JSON.parse(row.body) as never }
    await change(name, "pause")
    const { write } = await deliver.run(job, new AbortController().signal)
    await change(name, "resume")
    await meanwhile()
    await at.store.write(OWNER, async (tx) => write?.(tx))
    await aMinuteLater()
    expect(await statuses(name)).toEqual(["delivered"])
  })
})
