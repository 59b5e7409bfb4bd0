/** Whatever changes a charge takes hold of the store's line before the charge and its order, as a step of the store does: neither waits for the other for ever. */
import { sql } from "kysely"
import { beforeAll, expect, it } from "vitest"
import { PAYMENT_IN_DOUBT_JOB, STORE_JOB, UNPLACED_JOB } from "../../../hub/payments/deps.ts"
import type { Sandbox } from "../../../hub/payments/providers/index.ts"
import { enqueue } from "../../../hub/queue/index.ts"
import { fence } from "../../../hub/storage/index.ts"
import { onPostgres } from "../../kit/databases.ts"
import { NOW, openTestHub, SISTER_STORE, STORE, type TestHub } from "../../kit/hub.ts"
import { claimSilentBox, heldBeforeLine, whenWaiting } from "../../kit/meet-step.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { openSandbox } from "../../kit/sandbox.ts"

const BRIDGE = "/api/v1/external/bridge"
const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const TIMEOUT = { timeout: 30_000 }
const HOUR_MS = 3_600_000

/** One order at its store's line, and its charge. */
interface Stage {
  readonly hub: TestHub
  readonly sandbox: Sandbox
  readonly externalOrderId: string
  readonly orderId: string
  readonly intentId: string
  readonly attemptId: string
}

type Act = (stage: Stage) => unknown

const intentOf = async ({ hub, intentId }: Stage) =>
  (await hub.call("GET", `${BRIDGE}/intents/${intentId}`)).body.data.intent

const whenCharge = ({ hub, ...stage }: Stage, status: string) =>
  expect
    .poll(() => hub.hub.queue.settle().then(async () => (await intentOf({ hub, ...stage })).status), TIMEOUT)
    .toBe(status)

const paid: Act = async (stage) => {
  stage.sandbox.act(stage.attemptId, "approved")
  await whenCharge(stage, "succeeded")
}

const declined: Act = async (stage) => {
  stage.sandbox.act(stage.attemptId, "declined")
  await whenCharge(stage, "failed")
}

/** A part is paid by link, and the order by other means. */
const paidTwice: Act = async (stage) => {
  const { hub, sandbox, intentId, orderId } = stage
  await declined(stage)
  const part = await hub.call("POST", `${BRIDGE}/intents/${intentId}/pay`, { methodCode: "LINK", slot: 1, amount: 4 })
  sandbox.act(part.body.data.intent.attempts.at(-1).attemptId, "approved")
  await whenCharge(stage, "partially_paid")
  expect((await hub.call("POST", `${ORDERS}/${orderId}/confirm-payment`, charge({}))).status).toBe(200)
  hub.clock.advance(HOUR_MS)
}

/** As one that was asked for at a store that its order is not at. */
const elsewhere: Act = ({ hub, intentId }) =>
  hub.beside(({ store }) =>
    store.system.write(({ db }) =>
      db.updateTable("charge_intent").set({ store_id: SISTER_STORE }).where("intent_id", "=", intentId).execute(),
    ),
  )

const nothing: Act = () => {}

/** As the step of a store does that hears of it. */
const work =
  (kind: string, more: (stage: Stage) => object): Act =>
  async (stage) => {
    const { hub, externalOrderId } = stage
    const body = { externalOrderId, ...more(stage) }
    await hub.beside(({ store, ids }) =>
      store.system.write((scope) =>
        enqueue(fence(scope, TENANT, store.dialect), ids, { kind, lane: `charge/${externalOrderId}`, body }),
      ),
    )
    await hub.hub.queue.settle()
  }

const asked = ({ externalOrderId }: Stage) => ({
  storeId: STORE,
  asked: { externalOrderId, methodCode: "LINK", amount: 6.5, currency: "USD", terminalId: "w", askedAt: NOW },
})

const MEETS: readonly (readonly [what: string, before: Act, meet: Act])[] = [
  ["that a guest has paid", nothing, ({ sandbox, attemptId }) => sandbox.act(attemptId, "approved")],
  ["the same of a charge of another store", elsewhere, ({ sandbox, attemptId }) => sandbox.act(attemptId, "approved")],
  ["that a link has expired", nothing, ({ sandbox, attemptId }) => sandbox.act(attemptId, "expired")],
  [
    "another attempt",
    declined,
    ({ hub, intentId }) => hub.call("POST", `${BRIDGE}/intents/${intentId}/pay`, { methodCode: "LINK", slot: 1 }),
  ],
  [
    "an attempt that is cancelled",
    nothing,
    ({ hub, attemptId }) => hub.call("POST", `${BRIDGE}/attempts/${attemptId}/cancel`),
  ],
  [
    "an attempt whose money is asked back",
    paid,
    ({ hub, attemptId }) => hub.call("POST", `${BRIDGE}/attempts/${attemptId}/refund`),
  ],
  ["a store that asks again", nothing, work(STORE_JOB, asked)],
  ["money that its order could not take", paid, work(UNPLACED_JOB, () => ({ orderStatus: "CANCELLED" }))],
  ["money that does not fit", paid, work(UNPLACED_JOB, () => ({ orderStatus: "OPEN", unfit: "other tenders" }))],
  ["a look at money in doubt", paidTwice, work(PAYMENT_IN_DOUBT_JOB, () => ({}))],
]

onPostgres((open) => {
  let around: Pick<Stage, "hub" | "sandbox">

  const setUp = async () => {
    const sandbox = await openSandbox()
    const hub = await openTestHub(open, { sandbox })
    await claimSilentBox(hub)
    return { hub, sandbox }
  }

  beforeAll(async () => {
    around = await setUp()
  })

  it.each(MEETS)("%s", async (_what, before, meet) => {
    const stage = await prepare(around)
    await before(stage)
    const { hub, intentId, orderId } = stage
    expect(await heldBeforeLine(hub, () => meet(stage), { charge_intent: intentId, orders: orderId })).toEqual([])
    await hub.hub.queue.settle()
  })

  it("a guest's link payment and a register's charge of the same order do not deadlock", async () => {
    const stage = await prepare(await setUp())
    const { hub, sandbox, attemptId, orderId } = stage
    let charged: ReturnType<TestHub["call"]> | undefined
    await hub.beside(({ store }) =>
      store.system.write(async (other) => {
        await sql`SELECT order_id FROM orders WHERE order_id = ${orderId} FOR UPDATE`.execute(other.db)
        sandbox.act(attemptId, "approved")
        await whenWaiting(other, 1)
        charged = hub.call("POST", `${ORDERS}/${orderId}/confirm-payment`, charge({}))
        await whenWaiting(other, 2)
      }),
    )
    expect((await charged)?.status).toBe(409)
    await whenCharge(stage, "succeeded")
    // Connections tell what they counted when they end.
    await hub.hub.stop()
    const { rows } = await hub.beside(({ store }) =>
      store.system.read(({ db }) =>
        sql<{
          deadlocks: number
        }>`SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`.execute(db),
      ),
    )
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})

async function prepare({ hub, sandbox }: Pick<Stage, "hub" | "sandbox">): Promise<Stage> {
  const order = orderBody({ channel: "WEB" })
  const { id: orderId } = (await hub.call("POST", ORDERS, order)).body.data
  const wish = { externalOrderId: order.orderId, methodCode: "LINK", amount: 6.5, currency: "USD" }
  const at = { storeId: STORE, terminalId: "w", channel: "WEB" }
  const { intentId, attempts } = (await hub.call("POST", `${BRIDGE}/intents`, { ...wish, ...at })).body.data.intent
  return { hub, sandbox, externalOrderId: order.orderId, orderId, intentId, attemptId: attempts[0].attemptId }
}
