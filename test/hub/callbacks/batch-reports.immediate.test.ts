/** Reports that come together are worked off in the transaction that accepts them, where nobody has to be waited for. */
import { describe, expect, it } from "vitest"
import type { ImmediateWork } from "../../../hub/callbacks/incoming-report.ts"
import { createIntake, immediateCallbacks } from "../../../hub/callbacks/index.ts"
import type { HubContext } from "../../../hub/composition/hub-context.ts"
import { lockAggregators } from "../../../hub/orders/index.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { type ReportableOrder, recordPath, reportable } from "../../kit/callbacks.ts"
import { eachDatabase, onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS } from "../../kit/order-bodies.ts"
import { TENANT } from "../../kit/orders.ts"

type Incoming = Parameters<ReturnType<typeof createIntake>>[1]

/** `at`: the minute at which it happened. */
function incoming({ orderId }: Pick<ReportableOrder, "orderId">, at: number, step = `step-${at}`): Incoming {
  const occurredAt = `2026-11-21T17:${String(at).padStart(2, "0")}:00Z`
  const report = { channelCode: "GLOVO", status: step, providerEventId: step, occurredAt, orderId }
  return { kind: "aggregator", orderId, echoesEvent: false, eventId: "agg_1", key: { key: step, step }, report }
}

/** The answers, and the ids of those that were worked off at once. */
async function accepted({ store, ids, downlink }: HubContext, all: readonly Incoming[]) {
  const ended = new Set<string>()
  const merge = immediateCallbacks({ downlink }).aggregator as ImmediateWork
  const aggregator: ImmediateWork = async (tx, jobs) => {
    const ends = await merge(tx, jobs)
    for (const id of ends.keys()) ended.add(id)
    return ends
  }
  const accept = createIntake({ store, ids, atOnce: { aggregator } })
  const answers = await Promise.all(all.map((one) => accept(TENANT, one)))
  const whole = answers.map((answer) => {
    if (isRefusal(answer)) throw new Error(answer.message)
    return answer
  })
  return { answers: whole, atOnce: whole.map(({ webhookEventId }) => ended.has(webhookEventId)) }
}

async function recordOf({ call }: TestHub, id: string) {
  const { status, attempts, result } = (await call("GET", recordPath(id))).body.data
  return { status, attempts, result }
}

const mirrorOf = async ({ call }: TestHub, orderId: string) =>
  (await call("GET", `${ORDERS}/${orderId}?fields=aggregator`)).body.data.aggregator

eachDatabase((_engine, open) => {
  describe("several reports at once", () => {
    it("are processed before they are answered, with the result that the queue would give", async () => {
      const hub = await openTestHub(open)
      const [one, other] = [await reportable(hub), await reportable(hub)]
      const said = [incoming(one, 1), incoming(one, 3), incoming(other, 5), incoming(one, 2)]
      const { answers } = await hub.beside((context) => accepted(context, said))
      expect(answers.map(({ status, duplicate }) => [status, duplicate])).toEqual(Array(4).fill(["queued", false]))
      const records = await Promise.all(answers.map(({ webhookEventId }) => recordOf(hub, webhookEventId)))
      const [first, latest, alone] = answers.map(({ webhookEventId }) => webhookEventId)
      const current = (webhookEventId: string | undefined, at: number) => ({
        status: `step-${at}`,
        occurredAt: `2026-11-21T17:0${at}:00Z`,
        webhookEventId,
      })
      expect(records).toEqual([
        { status: "processed", attempts: 1, result: { kind: "merged", current: current(first, 1) } },
        { status: "processed", attempts: 1, result: { kind: "merged", current: current(latest, 3) } },
        { status: "processed", attempts: 1, result: { kind: "merged", current: current(alone, 5) } },
        {
          status: "ignored",
          attempts: 1,
          result: { kind: "ignored", reason: "not_latest", current: current(latest, 3) },
        },
      ])
      expect([(await mirrorOf(hub, one.orderId)).status, (await mirrorOf(hub, other.orderId)).status]).toEqual([
        "step-3",
        "step-5",
      ])
    })

    it("count a repeated one once, and say its current state", async () => {
      const hub = await openTestHub(open)
      const order = await reportable(hub)
      const said = [incoming(order, 1), incoming(order, 1), incoming(order, 2)]
      const { answers } = await hub.beside((context) => accepted(context, said))
      expect(answers.map(({ status, duplicate }) => [status, duplicate])).toEqual([
        ["queued", false],
        ["processed", true],
        ["queued", false],
      ])
      expect(answers[1]?.webhookEventId).toBe(answers[0]?.webhookEventId)
    })

    it("go to the queue if the order's home is a store", async () => {
      const hub = await openTestHub(open)
      const claim = { epoch: crypto.randomUUID(), appVersion: "1.0.0" }
      const { code } = (await hub.call("POST", "/api/box/v1/claims", claim, null)).body.data
      await hub.hub.operator.claim(code, STORE)
      const [there, here] = [await reportable(hub), await reportable(hub)]
      const { atOnce } = await hub.beside(async (context) => {
        await context.store.system.write(({ db }) =>
          db.updateTable("orders").set({ home: "store" }).where("order_id", "=", there.orderId).execute(),
        )
        return accepted(context, [incoming(there, 1), incoming(here, 1)])
      })
      expect(atOnce).toEqual([false, true])
      await hub.hub.queue.settle()
      expect((await mirrorOf(hub, there.orderId)).status).toBe("step-1")
    })

    it("go to the queue one by one if they cannot be processed as a group", async () => {
      const hub = await openTestHub(open)
      const order = await reportable(hub)
      const fails = () => Promise.reject(new Error("broken"))
      const answers = await hub.beside(({ store, ids }) => {
        const accept = createIntake({ store, ids, atOnce: { aggregator: fails } })
        return Promise.all([1, 2].map((at) => accept(TENANT, incoming(order, at))))
      })
      expect(answers.map((answer) => !isRefusal(answer) && answer.duplicate)).toEqual([false, false])
      await hub.hub.queue.settle()
      expect((await mirrorOf(hub, order.orderId)).status).toBe("step-2")
    })
  })

  it("a single report goes to the queue", async () => {
    const hub = await openTestHub(open)
    const order = await reportable(hub)
    const { atOnce } = await hub.beside((context) => accepted(context, [incoming(order, 1)]))
    expect(atOnce).toEqual([false])
  })
})

onPostgres((open) => {
  it("a report for a locked order goes to the queue instead of waiting", async () => {
    const hub = await openTestHub(open)
    const [held, free] = [await reportable(hub), await reportable(hub)]
    await hub.beside(async (context) => {
      let goOn = () => {}
      const over = new Promise<void>((resolve) => {
        goOn = resolve
      })
      let isHeld = () => {}
      const holding = new Promise<void>((resolve) => {
        isHeld = resolve
      })
      const other = context.store.write(TENANT, async (tx) => {
        await lockAggregators(tx, new Set([held.orderId]))
        isHeld()
        await over
      })
      await holding
      const { atOnce } = await accepted(context, [incoming(held, 1), incoming(free, 1)])
      expect(atOnce).toEqual([false, true])
      goOn()
      await other
    })
    await hub.hub.queue.settle()
    expect((await mirrorOf(hub, held.orderId)).status).toBe("step-1")
  })
})
