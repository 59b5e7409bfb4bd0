/** Hub and box are asked the same bodies and answer alike (decisions §9): a register may send its sale to either. */
import { describe, expect, it } from "vitest"
import { openTestBox } from "../kit/box.ts"
import { eachDatabase, type OpenStore } from "../kit/databases.ts"
import { type Answer, KEY, openTestHub, SISTER_STORE, STORE } from "../kit/hub.ts"
import { ORDERS, type OrderWish, orderBody } from "../kit/order-bodies.ts"

/** What a caller can tell apart. */
const told = ({ status, body: { error = null, details = [] } }: Answer) => [
  status,
  error,
  ...details.map(({ path }: { path: string }) => path),
]

const CREATED: readonly (readonly [over: OrderWish, answer: unknown[]])[] = [
  [{ store: { id: STORE } }, [201, null]],
  [{ store: { id: STORE.toUpperCase() } }, [201, null]],
  [{ store: { id: STORE, code: "UIO-001" } }, [201, null]],
  [{ store: {} }, [400, "VALIDATION_ERROR", "store"]],
  [{ store: { id: STORE, code: "XX" } }, [400, "VALIDATION_ERROR", "store.code"]],
  [{ store: { id: SISTER_STORE } }, [404, "NOT_FOUND"]],
  [{ store: { code: "XX" } }, [404, "NOT_FOUND"]],
]

async function openSides(open: OpenStore) {
  const hub = await openTestHub(open)
  return [hub, await openTestBox(hub)] as const
}

eachDatabase((_engine, open) => {
  describe("the hub and the box of a store", () => {
    it("answer alike who creates an order", async () => {
      for (const side of await openSides(open)) {
        const answers = []
        for (const [over] of CREATED) answers.push([over, told(await side.call("POST", ORDERS, orderBody(over), KEY))])
        expect(answers).toEqual(CREATED)
      }
    })

    it("know an external id before they look at the store", async () => {
      for (const side of await openSides(open)) {
        const body = orderBody()
        const { data } = (await side.call("POST", ORDERS, body, KEY)).body
        const again = await side.call("POST", ORDERS, { ...body, store: {} }, KEY)
        expect([again.status, again.body.data]).toEqual([200, { ...data, alreadyExisted: true }])
      }
    })
  })
})
