/** A store that did not answer is asked once more to hold an order, in the moment in which the hub would give that up: one of the two is so, for both sides. */
import { expect, it } from "vitest"
import { withdrawLock } from "../../../hub/cancellation/finish-refund.ts"
import { createCancel, createRefunds } from "../../../hub/cancellation/index.ts"
import { claimRefund, saveRefund } from "../../../hub/cancellation/refunds-store.ts"
import type { HubContext } from "../../../hub/composition/hub-context.ts"
import { writing } from "../../../hub/sync/sync-tables.ts"
import { refuse } from "../../../protocol/refusals.ts"
import { eachDatabase, onPostgres } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { claimSilentBox, meetWrite } from "../../kit/meet-step.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { TENANT } from "../../kit/orders.ts"

const SHORTLY_MS = 50_000
const PAST_ITS_FIRST_LEASE_MS = 20_000
const AWAY = refuse("STORE_UNREACHABLE", "The store did not answer.")
const CALLER = { ...TENANT, actor: "apikey:k", keyId: "k", scopes: [] }

/** An order that is at home in a store, whose answers a test says. */
async function openHeld(hub: TestHub) {
  await claimSilentBox(hub)
  const { orderId: externalId } = orderBody({})
  await hub.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "LINK", orderId: externalId }))
  await hub.beside(({ store }) =>
    store.system.write(({ db }) => db.updateTable("orders").set({ home: "store" }).execute()),
  )
  return {
    caller: CALLER,
    requestId: "r",
    externalId,
    request: { reason: "El cliente se retiró" },
    locale: "es",
  } as const
}

function createParts(context: HubContext) {
  const { store, ids, log, downlink, clock } = context
  let asked = async (): Promise<unknown> => AWAY
  const ending = { store, ids, log, downlink }
  const refundOrder = async () => ({ outcome: "refunded", reference: "back" }) as const
  const refunds = createRefunds({ ...ending, clock, refundOrder })
  const line = { ask: () => asked() as never, freshness: async () => ({}) }
  const readPolicy = async () => ({ rules: [], reasons: [], providers: new Map([["LINK", "sandbox"]]) })
  return {
    ending,
    refunds,
    cancel: createCancel({ store, ids, line, readPolicy, refunds }),
    /** What comes to pass while the store is asked; then it holds the order. */
    meanwhile(comes: () => Promise<unknown>) {
      asked = async () => {
        await comes()
        return { status: 200, data: {} }
      }
    },
  }
}

/** What the store is told of its order's money, in its order. */
const told = ({ beside }: TestHub) =>
  beside(({ store }) =>
    store.system.write(async (scope) => {
      const ops = writing(scope).selectFrom("down_op").select("body").where("kind", "=", "refund.settled")
      return (await ops.orderBy("seq").execute()).map(({ body }) => JSON.parse(body).outcome)
    }),
  )

const onlyRefund = ({ store }: HubContext) =>
  store.system.read(({ db }) => db.selectFrom("refund").select(["refund_id", "state"]).executeTakeFirstOrThrow())

/** No clock was ahead. */
const FAR_AWAY = "9999-12-31T00:00:00.000Z"

const claimed = ({ store }: HubContext, id: string, until: string) =>
  store.system.write((scope) =>
    claimRefund(scope, id, { until: () => until, beyond: FAR_AWAY, dialect: store.dialect }),
  )

eachDatabase((_engine, open) => {
  it("a retry gets the same deadline as the first request, and the lock is not given up during it", async () => {
    const hub = await openTestHub(open)
    const asked = await openHeld(hub)
    await hub.beside(async (context) => {
      const { cancel, refunds, meanwhile } = createParts(context)
      expect(await cancel(asked)).toMatchObject({ refused: "STORE_UNREACHABLE" })
      hub.clock.advance(SHORTLY_MS)
      meanwhile(async () => {
        hub.clock.advance(PAST_ITS_FIRST_LEASE_MS)
        await refunds.sweep()
      })
      expect(await cancel(asked)).toMatchObject({ answer: { message: "Pedido anulado" } })
    })
    expect(await told(hub)).toEqual(["refunded"])
  })

  it("a lock that is due to be given up is kept if a retry arrives first", async () => {
    const hub = await openTestHub(open)
    const asked = await openHeld(hub)
    await hub.beside(async (context) => {
      const { cancel, ending, meanwhile } = createParts(context)
      await cancel(asked)
      hub.clock.advance(2 * SHORTLY_MS)
      const giving = await claimed(context, (await onlyRefund(context)).refund_id, "2026-11-21T19:00:00.000Z")
      if (!giving) throw new Error("nothing is due")
      meanwhile(() => withdrawLock(ending, giving))
      expect(await cancel(asked)).toMatchObject({ answer: { message: "Pedido anulado" } })
    })
    expect(await told(hub)).toEqual(["refunded"])
  })

  it("a caller whose lock was given up before the store answered must retry, and no money moves", async () => {
    const hub = await openTestHub(open)
    const asked = await openHeld(hub)
    await hub.beside(async (context) => {
      const { cancel, refunds, meanwhile } = createParts(context)
      meanwhile(async () => {
        hub.clock.advance(2 * SHORTLY_MS)
        await refunds.sweep()
      })
      expect(await cancel(asked)).toMatchObject({ refused: "STORE_UNREACHABLE" })
    })
    expect(await told(hub)).toEqual(["refused"])
  })
})

onPostgres((open) => {
  it("a refund that is resumed uses the state that the order has by then", async () => {
    const hub = await openTestHub(open)
    const asked = await openHeld(hub)
    await hub.beside(async (context) => {
      const { cancel } = createParts(context)
      await cancel(asked)
      hub.clock.advance(2 * SHORTLY_MS)
      const { refund_id: id } = await onlyRefund(context)
      const record = { cancellation: {}, money: [], done: [], outcome: null, context: {} }
      const found = await meetWrite(context.store, TENANT, {
        write: (tx) => saveRefund(tx, { id, record, state: "asking" } as never),
        meet: () => claimed(context, id, "2026-11-21T19:00:00.000Z"),
      })
      expect(found?.state).toBe("asking")
    })
  })
})
