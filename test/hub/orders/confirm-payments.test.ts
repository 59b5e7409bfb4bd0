/** Charges that come together share a transaction, and each becomes what it would have become alone. */
import { beforeAll, describe, expect, it } from "vitest"
import { ordersOfDay, rowsOfDay } from "../../../hub/orders/index.ts"
import { figuresOf, figuresOfRows } from "../../../protocol/rules/business-day/day-close.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import { eachDatabase, onPostgres } from "../../kit/databases.ts"
import { type Answer, GLOBEX_KEY, openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody, type TenderOptions } from "../../kit/order-bodies.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const PLACE = { currency: "USD", timeZone: "America/Guayaquil" } as Store
const TOGETHER = 70
const PAIRS = 20

interface Made {
  readonly id: string
  readonly external: string
}

async function create({ call }: TestHub, options: Parameters<typeof orderBody>[0] = {}): Promise<Made> {
  const body = orderBody(options)
  const answer = await call("POST", ORDERS, body)
  expect(answer.status).toBe(201)
  return { id: answer.body.data.id, external: body.orderId }
}

const createMany = (hub: TestHub, count: number) => Promise.all(Array.from({ length: count }, () => create(hub)))
const confirm = (hub: TestHub, reference: string, body: object, key?: string) =>
  hub.call("POST", `${ORDERS}/${reference}/confirm-payment`, body, key)
const cancel = ({ call }: TestHub, external: string) =>
  call("POST", `/api/v1/adapters/partner/stores/orders/${external}/cancel`, { reason: "El cliente se retiró" })
const read = async ({ call }: TestHub, id: string) => (await call("GET", `${ORDERS}/${id}`)).body.data
const paid = (options: TenderOptions = {}) => charge({ id: crypto.randomUUID(), ...options })
const saidOf = ({ status, body }: Answer) => [status, body.error ?? body.data.outcome]

async function tellingOf(hub: TestHub, type: string, made: readonly Made[]): Promise<string[]> {
  const ids = new Set(made.map(({ id }) => id))
  const events = (await hub.events()).filter((event) => event.type === type && ids.has(event.orderId ?? ""))
  return events.map(({ orderId }) => orderId ?? "").sort()
}

eachDatabase((_engine, open) => {
  let hub: TestHub

  beforeAll(async () => {
    hub = await openTestHub(open)
  })

  const figures = () =>
    hub.beside(({ store }) =>
      store.read(TENANT, async (scope) => ({
        kept: figuresOfRows(await rowsOfDay(scope, STORE, "2026-11-21"), PLACE),
        read: figuresOf(await ordersOfDay(scope, STORE, "2026-11-21"), PLACE),
      })),
    )

  describe("charges that arrive together", () => {
    it("settle their orders, each with its own events and in the day's figures", async () => {
      const made = await createMany(hub, TOGETHER)
      const answers = await Promise.all(
        made.map(({ external }, n) => confirm(hub, external, paid({ method: n % 2 ? "CARD" : "CASH" }))),
      )
      expect(answers.map(saidOf)).toEqual(made.map(() => [200, "settled"]))
      for (const type of ["order.completed", "order.sent_to_kitchen"]) {
        expect(await tellingOf(hub, type, made)).toEqual(made.map(({ id }) => id).sort())
      }
      const { kept, read } = await figures()
      expect(read[0]?.transactions).toBe(TOGETHER)
      expect(kept).toEqual(read)
      const byCard = await hub.call("GET", `${ORDERS}?paymentMethod=CARD&status=COMPLETED`)
      expect(byCard.body.data.total).toBe(TOGETHER / 2)
    })

    it("are answered one by one, and a refusal writes nothing", async () => {
      const [good, short, declined, wrongMoney, closed, stranger] = (await createMany(hub, 6)) as Made[]
      const prepaid = await create(hub, { channel: "WEB", paid: "CARD" })
      const before = paid()
      await confirm(hub, closed?.id ?? "", before)
      const untouched = await Promise.all([short, wrongMoney, prepaid, stranger].map((one) => read(hub, one?.id ?? "")))
      const answers = await Promise.all([
        confirm(hub, good?.id.toUpperCase() ?? "", paid()),
        confirm(hub, "nowhere", paid()),
        confirm(hub, short?.external ?? "", paid({ amount: "6" })),
        confirm(hub, declined?.external ?? "", paid({ method: "CARD", declined: "expired_card" })),
        confirm(hub, wrongMoney?.external ?? "", {
          payments: paid().payments.map((one) => ({ ...one, currency_code: "BRL" })),
        }),
        confirm(hub, closed?.external ?? "", before),
        confirm(hub, closed?.external ?? "", paid()),
        confirm(hub, closed?.external ?? "", {
          payments: before.payments.map((one) => ({ ...one, method: "CARD" })),
        }),
        confirm(hub, prepaid.external, paid()),
        confirm(hub, stranger?.id ?? "", paid(), GLOBEX_KEY),
      ])
      expect(answers.map(saidOf)).toEqual([
        [200, "settled"],
        [404, "NOT_FOUND"],
        [400, "AMOUNT_MISMATCH"],
        [200, "declined"],
        [400, "VALIDATION_ERROR"],
        [200, "duplicate"],
        [409, "ORDER_NOT_OPEN"],
        [409, "CONFLICT"],
        [409, "ORDER_NOT_OPEN"],
        [404, "NOT_FOUND"],
      ])
      const after = await Promise.all([short, wrongMoney, prepaid, stranger].map((one) => read(hub, one?.id ?? "")))
      expect(after).toEqual(untouched)
      expect(await read(hub, declined?.id ?? "")).toMatchObject({ status: "OPEN", settlement: { declinedCount: 1 } })
    })

    it("for one order under any of its ids: the first settles it, the next finds it settled", async () => {
      const one = await create(hub)
      const tenders = paid()
      const answers = await Promise.all([
        confirm(hub, one.external, paid({ method: "CARD", declined: "expired_card" })),
        confirm(hub, one.id, tenders),
        confirm(hub, one.external, tenders),
        confirm(hub, one.external, paid()),
      ])
      expect(answers.map(saidOf)).toEqual([
        [200, "declined"],
        [200, "settled"],
        [200, "duplicate"],
        [409, "ORDER_NOT_OPEN"],
      ])
      expect(await read(hub, one.id)).toMatchObject({
        status: "COMPLETED",
        settlement: { declinedCount: 1, tenderCount: 1 },
      })
      expect(await tellingOf(hub, "order.completed", [one])).toEqual([one.id])
    })

    it("with cancellations of the same orders: each order is charged or cancelled, never both", async () => {
      const made = await createMany(hub, PAIRS)
      const pairs = await Promise.all(
        made.map(async ({ external }, n) => {
          const asks = [() => confirm(hub, external, paid()), () => cancel(hub, external)] as const
          const [first, second] = n % 2 ? [asks[1](), asks[0]()] : [asks[0](), asks[1]()]
          const [one, other] = await Promise.all([first, second])
          return n % 2 ? { charged: other, cancelled: one } : { charged: one, cancelled: other }
        }),
      )
      for (const [at, { charged, cancelled }] of pairs.entries()) {
        const { status } = await read(hub, made[at]?.id ?? "")
        expect([charged.status, cancelled.status === 200, status]).toEqual(
          charged.status === 200 ? [200, false, "COMPLETED"] : [409, true, "CANCELLED"],
        )
      }
      const { kept, read: counted } = await figures()
      expect(kept).toEqual(counted)
    })
  })
})

onPostgres((open) => {
  it("two hubs that charge the same orders at the same time settle each once", async () => {
    const one = await openTestHub(open)
    const other = await one.another({})
    const made = await createMany(one, PAIRS)
    const tenders = made.map(() => paid())
    const byOne = made.map(({ external }, n) => confirm(one, external, tenders[n] ?? {}))
    const byOther = made.toReversed().map(({ id }, n) => confirm(other, id, tenders.at(-1 - n) ?? {}))
    const outcomes = (await Promise.all([...byOne, ...byOther])).map(saidOf).map(String).sort()
    expect(outcomes).toEqual([...made.map(() => "200,duplicate"), ...made.map(() => "200,settled")])
    expect(await tellingOf(one, "order.completed", made)).toEqual(made.map(({ id }) => id).sort())
  })
})
