/** Whoever needs a store's line, and a row that a step of it goes on to, takes the line first: neither waits for the other for ever. */
import { expect, it } from "vitest"
import { queueCancelDuplicate } from "../../../hub/fiscal/cancel-duplicate.ts"
import { requestsOf } from "../../../hub/fiscal/requests-store.ts"
import { fence } from "../../../hub/storage/index.ts"
import { saveStoreDeadLetters } from "../../../hub/sync/store-dead-letters-store.ts"
import { setCredential } from "../../../hub/tenants/boxes-store.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { hashSecret } from "../../../runtime/secrets.ts"
import { onPostgres } from "../../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { SUCCESSOR } from "../../kit/former-box.ts"
import { NOW, openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { claimSilentBox, heldBeforeLine, openClaim, type Rows } from "../../kit/meet-step.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { openTestProvider, type TestProvider } from "../../kit/payment-provider.ts"
import { signIn } from "../../kit/people.ts"
import { stockPath } from "../../kit/provoke-menu.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const LEASE_MS = 61_000
const PRODUCT = "p-cola"
const MARK = "m-1"
const IDS = createIds({ clock: systemClock })

interface Stage {
  readonly hub: TestHub
  readonly provider: TestProvider
}

interface Meeting {
  readonly meet: () => unknown
  readonly rows: Rows
}

const sell = async ({ hub }: Stage, paid: string) => {
  const body = orderBody({ channel: "WEB", paid })
  return { external: body.orderId, id: (await hub.call("POST", ORDERS, body)).body.data.id as string }
}

const cancel = ({ hub }: Stage, external: string) =>
  hub.call("POST", `/api/v1/adapters/partner/stores/orders/${external}/cancel`, { reason: "Customer left" })

const cancelled = async (stage: Stage): Promise<Meeting> => {
  const { external, id } = await sell(stage, "CASH")
  return { meet: () => cancel(stage, external), rows: { orders: id } }
}

/** The provider has not answered yet, and is asked again by whoever sweeps. */
const refunded = async (stage: Stage): Promise<Meeting> => {
  const { hub, provider } = stage
  const { external, id } = await sell(stage, "LINK")
  provider.mood = "fails"
  expect((await cancel(stage, external)).body.code).toBe("CANCELLATION_IN_PROGRESS")
  provider.mood = "approves"
  hub.clock.advance(LEASE_MS)
  return { meet: hub.sweep, rows: { orders: id } }
}

const atStore = async ({ hub }: Stage, { rows, ...meeting }: Meeting): Promise<Meeting> => {
  await hub.beside(({ store }) =>
    store.system.write(({ db }) =>
      db
        .updateTable("orders")
        .set({ home: "store" })
        .where("order_id", "=", rows.orders ?? "")
        .execute(),
    ),
  )
  return { ...meeting, rows }
}

/** Nobody knows whether the store holds the order. */
const unsure = async ({ hub }: Stage, meeting: Meeting): Promise<Meeting> => {
  const [refund] = await hub.beside(({ store }) =>
    store.system.write(({ db }) => db.updateTable("refund").set({ state: "unsure" }).returning("refund_id").execute()),
  )
  return { ...meeting, rows: { ...meeting.rows, ...(refund && { refund: refund.refund_id }) } }
}

const numbered = async (stage: Stage): Promise<Meeting> => {
  const { external, id } = await sell(stage, "CASH")
  const meet = () => stage.hub.call("POST", NUMBERING, fiscalBody({ orderId: external }))
  return { meet, rows: { orders: id, store: STORE } }
}

const numberedTwice = async (stage: Stage): Promise<Meeting> => {
  const { hub } = stage
  const { external, id } = await sell(stage, "CASH")
  await hub.call("POST", NUMBERING, fiscalBody({ orderId: external }))
  const meet = () =>
    hub.beside(async ({ store }) => {
      const requests = () => store.read(TENANT, (scope) => requestsOf(scope, external))
      const [request] = await requests()
      if (!request) throw new Error("nothing was numbered")
      await store.write(TENANT, (tx) => queueCancelDuplicate(tx, IDS, { request, orderId: id }))
      await hub.hub.queue.settle()
      return { status: (await requests()).length === 2 ? 200 : 500 }
    })
  return { meet, rows: { orders: id, store: STORE } }
}

const outOfStock = async ({ hub }: Stage): Promise<Meeting> => {
  expect((await hub.call("PUT", stockPath(PRODUCT), { available: false })).status).toBe(200)
  return { meet: () => hub.call("PUT", stockPath(PRODUCT), { available: true }), rows: { product_stock: PRODUCT } }
}

const asked = async ({ hub }: Stage): Promise<Meeting> => {
  const op = { mark: MARK, kind: "order.created", at: NOW, reason: "R", parkedAt: NOW, triedAt: NOW, mayRetry: true }
  await hub.beside(({ store }) =>
    store.system.write((scope) => saveStoreDeadLetters(fence(scope, TENANT, store.dialect), STORE, { ops: [op] })),
  )
  const owner = await signIn(hub, "owner")
  const body = { kind: "parkedInStore", action: "replay", key: `${MARK}/${STORE}` }
  return { meet: () => owner.call("POST", "/api/admin/attention/settle", body), rows: { store_parked: MARK } }
}

const replaced = async ({ hub }: Stage): Promise<Meeting> => {
  const code = await openClaim(hub)
  return { meet: () => hub.hub.operator.claim(code, STORE), rows: { store: STORE } }
}

const takenOver = async ({ hub }: Stage): Promise<Meeting> => {
  const { password } = SUCCESSOR
  await hub.beside(({ store }) => store.system.write((scope) => setCredential(scope, STORE, hashSecret(password))))
  return { meet: () => hub.call("POST", "/api/box/v1/take-over", SUCCESSOR, null), rows: { store: STORE } }
}

const MEETS: readonly (readonly [what: string, set: (stage: Stage) => Promise<Meeting>])[] = [
  ["an order that is cancelled", cancelled],
  ["the end of a refund", refunded],
  ["the end of a refund, for the store to hear", async (stage) => atStore(stage, await refunded(stage))],
  ["a hold that is withdrawn", async (stage) => unsure(stage, await atStore(stage, await refunded(stage)))],
  ["a document that is numbered", numbered],
  ["a second number that is cancelled", numberedTwice],
  ["a product that is back", outOfStock],
  ["a box that is asked to try again", asked],
  ["another box that is claimed", replaced],
  ["a box that takes over", takenOver],
]

onPostgres((open) => {
  it.each(MEETS)("%s", async (_what, set) => {
    const provider = await openTestProvider()
    const hub = await openTestHub(open, { providers: { sandbox: provider.adapter } })
    await claimSilentBox(hub)
    const { meet, rows } = await set({ hub, provider })
    const met: unknown[] = []
    expect(await heldBeforeLine(hub, () => met.push(meet()), rows)).toEqual([])
    const [answer] = (await Promise.all(met)) as ({ readonly status?: number } | undefined)[]
    expect(answer?.status ?? 200).toBeLessThan(300)
  })
})
