/**
 * Everything that a client may do to one order, at the hub, in the store or on both sides, before the two sides can agree on it:
 * what either side acknowledged stands at the order afterwards, or is a conflict there that asks for a person
 * (docs/contract/sync.md#one-order-id-created-on-both-sides).
 */
import { setTimeout as pause } from "node:timers/promises"
import { beforeAll, describe, expect, it } from "vitest"
import { requestsOf } from "../../hub/fiscal/requests-store.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import type { OrderConflict } from "../../protocol/shapes/conflict.ts"
import { type BothSides, openBothSides, PARTNER } from "../kit/both-sides.ts"
import type { TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { type Answer, ask, KEY } from "../kit/hub.ts"
import { charge, correction, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { TENANT } from "../kit/orders.ts"
import { type SignedIn, signIn } from "../kit/people.ts"

const DEEDS = ["nothing", "payment", "cancellation", "correction", "lost sale", "number"] as const
type Deed = (typeof DEEDS)[number]
type SideName = "hub" | "store"

/** What a side acknowledged: by its tender, its key, its reason or its number. */
interface Acknowledged {
  readonly side: SideName
  readonly deed: Deed
  readonly key: string
}

interface Played {
  readonly external: string
  readonly ids: { readonly hub: string; readonly store: string }
  readonly acknowledged: readonly Acknowledged[]
}

const LOST = HUB_ENDPOINTS.recordLostSale
const CASES = ["WEB", "POS"].flatMap((channel) =>
  DEEDS.flatMap((atHub) => DEEDS.map((atStore) => ({ channel, atHub, atStore }))),
)
/** A round trip takes about a second: longer than both sides need for their own answers. */
const SLOW_MS = 400
const SPREAD_MS = 30
const REPEAT_AFTER_MS = 500

eachDatabase((engine, database) => {
  describe.each(["cut", "slow"])("while the link is %s", (link) => {
    let sides: BothSides
    let person: SignedIn
    let manager = ""
    const played = new Map<string, Played>()

    beforeAll(async () => {
      sides = await openBothSides(database, engine === "postgres" ? 2 : 1)
      person = await signIn(sides.hub, "operations")
      const code = sides.box.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
      manager = (await ask(`${sides.box.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })).body
        .data.key
      if (link === "cut") sides.cable.pull()
      else sides.cable.slow(SLOW_MS)
      const opened = await Promise.all(CASES.map(({ channel }) => createOnBoth(sides, channel)))
      await Promise.all(
        CASES.map(async ({ channel, atHub, atStore }, index) => {
          const order = opened[index]
          if (!order) throw new Error("an order is missing")
          const hub = sides.hubs[index % sides.hubs.length] ?? sides.hub
          // On a slow link some come before the orders have travelled, some on the way, some afterwards.
          if (link === "slow") await pause(index * SPREAD_MS)
          const acknowledged = await Promise.all([
            act(hub, "hub", atHub, order),
            act({ call: (...sent) => sides.box.call(...withKey(sent)) }, "store", atStore, order),
          ])
          played.set(`${channel}/${atHub}/${atStore}`, { ...order, acknowledged: acknowledged.flat() })
        }),
      )
      await sides.agree()
    })

    it.each(CASES)(
      "$channel, at the hub $atHub, at the store $atStore: no acknowledged change is undone silently",
      async (row) => {
        const { external, ids, acknowledged } = playedIn(played, row)
        const places = [...sides.hubs, sides.box]
        const orders = await Promise.all(places.map((place) => sides.read(place, ids.hub)))
        for (const order of orders) {
          expect(order.id).toBe(ids.store)
          expect(order.metadata.conflicts).toEqual(orders[0].metadata.conflicts)
          expect([order.status, order.paymentStatus, order.orderCode]).toEqual([
            orders[0].status,
            orders[0].paymentStatus,
            orders[0].orderCode,
          ])
          expect(order.fiscal).toEqual(orders[0].fiscal)
          expect(acknowledged.filter((one) => !isSeen(order, one))).toEqual([])
        }
        expect(await askedOf(external, ids.store)).toEqual(
          expect.objectContaining({ hub: expected(orders[0]), store: expected(orders[0]) }),
        )
        const { invoices, standing } = await invoicesOf(external)
        const numbers = acknowledged.filter(({ deed }) => deed === "number").map(({ key }) => key)
        expect(invoices).toEqual(expect.arrayContaining(numbers))
        expect(standing).toEqual(
          orders[0].status === "CANCELLED" || invoices.length === 0 ? [] : [orders[0].fiscal.metadata.providerDocId],
        )
        const lost = acknowledged.some(({ deed }) => deed === "lost sale")
        const lostSales = await lostSalesOf(external)
        expect(lostSales).toHaveLength(lost ? 1 : 0)
        for (const { id } of lostSales)
          for (const side of [...sides.hubs, sides.box]) {
            const repeat = await side.call("POST", LOST.path, { ...LOST.example, orderId: external }, KEY)
            expect([repeat.status, repeat.body.data]).toEqual([200, { id, alreadyRecorded: true }])
          }
      },
    )

    /** What asks for a person: conflicts, and money that nobody has given back. */
    async function askedOf(external: string, orderId: string) {
      const listed = async (kind: string) => {
        const { body } = await person.call("GET", `/api/admin/attention?kind=${kind}&size=100`)
        return body.data.items.filter(({ order }: { order: string }) => order === orderId || order === external)
      }
      const { conflicts, moneyToReturn } = (await sides.box.call("GET", "/api/lan/v1/state", undefined, manager)).body
        .data
      const own = (list: { orderId: string }[]) => list.filter((item) => item.orderId === orderId)
      return {
        hub: [(await listed("conflict")).length, (await listed("refund")).length],
        store: [own(conflicts.first).length, own(moneyToReturn).length],
      }
    }

    /** The invoices that were numbered for an order; one stands that no credit note voids and that no person is asked to void. */
    async function invoicesOf(external: string) {
      const kept = await sides.hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, external)))
      const invoices = kept.filter(({ record }) => record.operation === "ISSUE" && record.requestStatus === "GENERATED")
      const voided = kept.map(({ record }) => record.representation.compensates?.documentNumber)
      const stands = ({ flag, record }: (typeof kept)[number]) =>
        flag === null && !voided.includes(record.representation.documentNumber ?? undefined)
      const idOf = ({ record }: (typeof kept)[number]) => record.fiscalRequestId
      return { invoices: invoices.map(idOf), standing: invoices.filter(stands).map(idOf) }
    }

    async function lostSalesOf(external: string) {
      const { body } = await sides.hub.call("GET", `${LOST.path}?size=100`)
      return body.data.lostSales.filter(({ orderId }: { orderId: string }) => orderId === external)
    }
  })
})

function playedIn(played: ReadonlyMap<string, Played>, row: (typeof CASES)[number]): Played {
  const found = played.get(`${row.channel}/${row.atHub}/${row.atStore}`)
  if (!found) throw new Error("this case was not played")
  return found
}

type Asking = Pick<TestBox, "call">

async function createOnBoth({ hub, box }: BothSides, channel: string) {
  const body = orderBody({ channel })
  const [hubs, stores] = await Promise.all([hub.call("POST", ORDERS, body), box.call("POST", ORDERS, body)])
  expect([hubs.status, stores.status]).toEqual([201, 201])
  return { external: body.orderId, ids: { hub: hubs.body.data.id as string, store: stores.body.data.id as string } }
}

/** As an integrator, whatever register the box was paired with. */
function withKey([method, path, body]: Parameters<TestBox["call"]>): Parameters<TestBox["call"]> {
  return [method, path, body, KEY]
}

async function act(side: Asking, name: SideName, entry: Deed, order: Omit<Played, "acknowledged">) {
  const { external } = order
  const id = order.ids[name]
  const key = `${name}-${external}`
  const acknowledge = (response: Answer, as = key): Acknowledged[] =>
    response.status < 300 ? [{ side: name, deed: entry, key: as }] : []
  switch (entry) {
    case "nothing":
      return []
    case "payment":
      return acknowledge(await send(side, "POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: key })))
    case "cancellation":
      return acknowledge(await send(side, "POST", `${PARTNER}/${external}/cancel`, { reason: key }), order.ids.hub)
    case "correction": {
      const sent = correction({ idempotencyKey: key, additionalInfo: { orderCode: key } })
      return acknowledge(await send(side, "PUT", `${ORDERS}/${id}`, sent))
    }
    case "lost sale":
      return acknowledge(await send(side, "POST", LOST.path, { ...LOST.example, orderId: external }))
    case "number": {
      const response = await send(side, "POST", NUMBERING, fiscalBody({ orderId: external }))
      return acknowledge(response, response.body.data?.fiscalRequestId)
    }
  }
}

/** A client repeats what it was told to repeat. */
async function send(side: Asking, method: string, path: string, body: unknown): Promise<Answer> {
  for (;;) {
    const response = await side.call(method, path, body)
    if (response.status !== 503) return response
    await pause(REPEAT_AFTER_MS)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an order as it is shown.
function isSeen(order: any, { side, deed, key }: Acknowledged): boolean {
  const conflicts: OrderConflict[] = order.metadata.conflicts ?? []
  const isConflict = (what: string) =>
    side === "hub" && conflicts.some((one) => one.what === what && (one.key === key || one.key.startsWith(key)))
  switch (deed) {
    case "payment":
      return (
        isConflict(deed) || order.payments.some((tender: { transactionId: string }) => tender.transactionId === key)
      )
    case "cancellation":
      return isConflict(deed) || order.status === "CANCELLED"
    case "correction":
      return isConflict(deed) || order.orderCode === key
    default:
      return true
  }
}

/** How many conflicts and how many orders with money to return a person is asked about. */
// biome-ignore lint/suspicious/noExplicitAny: an order as it is shown.
function expected(order: any): [number, number] {
  const open: OrderConflict[] = (order.metadata.conflicts ?? []).filter((one: OrderConflict) => !one.resolved)
  const money = open.filter(({ what }) => what === "payment")
  return [open.length - money.length, money.length > 0 ? 1 : 0]
}
