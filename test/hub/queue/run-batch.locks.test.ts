/** Jobs of several stores that share a transaction hold the lines of those stores in one order, whichever job came first: else two such transactions wait for each other. */
import { expect, it } from "vitest"
import { CLOSE_JOB } from "../../../hub/payments/deps.ts"
import { enqueueAll, type NewJob } from "../../../hub/queue/index.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { fiscalReport, kitchenReport, type ReportableOrder, reportable } from "../../kit/callbacks.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub, testTenants } from "../../kit/hub.ts"
import { heldBeforeLine, openClaim } from "../../kit/meet-step.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const INTENTS = "/api/v1/external/bridge/intents"
/** Of the same vendor, and behind the first. */
const SECOND = { id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d0f", code: "UIO-002" }

interface About {
  readonly hub: TestHub
  readonly storeId: string
  readonly order: ReportableOrder
}

const charged = async ({ hub, storeId, order: { externalOrderId } }: About) => {
  const wish = { externalOrderId, storeId, methodCode: "LINK", amount: 6.5, currency: "USD" }
  expect((await hub.call("POST", INTENTS, { ...wish, terminalId: "w", channel: "WEB" })).status).toBe(201)
  return { externalOrderId, unpaid: true }
}

const KINDS: readonly (readonly [kind: string, body: (about: About) => unknown])[] = [
  ["callback.kitchen", ({ order: { orderId, eventId } }) => ({ orderId, eventId, report: kitchenReport({ eventId }) })],
  ["callback.fiscal", ({ order: { orderId, eventId } }) => ({ orderId, eventId, report: fiscalReport({ eventId }) })],
  ["fiscal.sequences", ({ storeId }) => ({ storeId, epoch: storeId })],
  [CLOSE_JOB, charged],
]

onPostgres((open) => {
  it.each(KINDS)("locks the stores' logs in one order, whichever job comes first: %s", async (kind, bodyOf) => {
    const hub = await openTestHub(open)
    await addStore(hub)
    for (const storeId of [STORE, SECOND.id]) await hub.hub.operator.claim(await openClaim(hub), storeId)
    const abouts = [
      { hub, storeId: SECOND.id, order: await reportable(hub, { store: { code: SECOND.code } }) },
      { hub, storeId: STORE, order: await reportable(hub) },
    ]
    const jobs: NewJob[] = []
    // Of one lane they are sure to share a transaction.
    for (const about of abouts) jobs.push({ kind, lane: "one", body: await bodyOf(about) })
    await hub.hub.queue.settle()
    const meet = async () => {
      await hub.beside(({ store, ids }) => store.write(TENANT, (tx) => enqueueAll(tx, ids, jobs)))
      await hub.hub.queue.settle()
    }
    const met: Promise<void>[] = []
    expect(await heldBeforeLine(hub, () => met.push(meet()), { store_link: SECOND.id })).toEqual([])
    await Promise.all(met)
  })
})

async function addStore({ hub }: TestHub): Promise<void> {
  const file = JSON.parse(testTenants())
  const { stores } = file.accounts[0].vendors[0]
  const { fiscal: _first, ...store } = stores[0]
  stores.push({ ...store, ...SECOND })
  const done = await hub.operator.provision(JSON.stringify(file))
  if (isRefusal(done)) throw new Error(done.message)
}
