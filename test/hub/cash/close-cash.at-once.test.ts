/** Drawers of a store without a box that are counted, and approved, at once: on PostgreSQL, too, one after the other. */
import { expect, it } from "vitest"
import { authorizeCash } from "../../../hub/cash/index.ts"
import type { HubContext } from "../../../hub/composition/hub-context.ts"
import { onPostgres } from "../../kit/databases.ts"
import { type Answer, openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { whenWaiting } from "../../kit/meet-step.ts"
import { TENANT } from "../../kit/orders.ts"

const V1 = "/api/v1/adapters/partner/cash-management/reconciliations"
const TOKEN = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d77"
const APPROVED = { storeId: STORE, authorizationTokenId: TOKEN, approvedBy: "maria" }

const count = (more: object = {}) => ({
  storeId: STORE,
  currency: "USD",
  declaredCash: 12.5,
  reason: "OTHER",
  notes: "corto",
  ...more,
})

type Begin<T> = (context: HubContext) => Promise<T>

/** One begins after the other, and none goes on before all of them wait for the store, as for an order that is being written. */
function atOnce({ beside }: TestHub, all: readonly Begin<unknown>[]): Promise<unknown[]> {
  return beside(async (context) => {
    const under: Promise<unknown>[] = []
    await context.store.system.write(async (scope) => {
      await scope.db.selectFrom("store").select("store_id").where("store_id", "=", STORE).forUpdate().execute()
      for (const begin of all) {
        const one = begin(context)
        under.push(one)
        await Promise.race([whenWaiting(scope, under.length), one])
      }
    })
    return Promise.all(under)
  })
}

onPostgres((open) => {
  it("the same count sent twice at once is stored once", async () => {
    const hub = await openTestHub(open)
    const send = () => hub.call("POST", V1, count())
    const [one, other] = (await atOnce(hub, [send, send])) as [Answer, Answer]
    expect([one.status, other.status]).toEqual([201, 201])
    expect(one.body.id).toBe(other.body.id)
  })

  it("one approval is used by one of two counts that name it at once", async () => {
    const hub = await openTestHub(open)
    await hub.beside((context) => authorizeCash(context, TENANT, APPROVED))
    const send = (operatorUid: string) => () =>
      hub.call("POST", V1, count({ operatorUid, authorizationTokenId: TOKEN }))
    const answers = (await atOnce(hub, [send("ana"), send("luis")])) as Answer[]
    expect(answers.filter(({ body }) => body.details.authorization !== null)).toHaveLength(1)
  })

  it("a count and its approval are linked, whichever is written first", async () => {
    const hub = await openTestHub(open)
    const send = () => hub.call("POST", V1, count({ authorizationTokenId: TOKEN }))
    await atOnce(hub, [send, (context) => authorizeCash(context, TENANT, APPROVED)])
    const { body } = await hub.call("GET", `${V1}?storeId=${STORE}`)
    expect(body.reconciliations).toMatchObject([{ details: { authorization: { approved_by: "maria" } } }])
  })
})
