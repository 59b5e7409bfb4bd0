import { beforeAll, describe, expect, it } from "vitest"
import { createIntake } from "../../../hub/callbacks/index.ts"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS, type Tenant } from "../../../hub/storage/index.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import type { Store } from "../../../runtime/storage/store.ts"
import { eachDatabase } from "../../kit/databases.ts"

const TENANT: Tenant = { accountId: "acme", vendorId: "acme.ec.quito" }
const CALLERS = 64
const ROUNDS = 10
const LEAST_IN_A_COMMIT = 25
const ids = createIds({ clock: systemClock })
const ORDER = ids.uuid()

type Incoming = Parameters<ReturnType<typeof createIntake>>[1]

function incoming(name: string, more: Partial<Incoming> = {}): Incoming {
  const key = { key: name, step: "SEEN" }
  return { kind: "aggregator", orderId: ORDER, echoesEvent: false, eventId: "agg_1", key, report: {}, ...more }
}

eachDatabase((_engine, open) => {
  let database: Store<HubTables>
  let writes = 0
  let store: HubStore

  beforeAll(async () => {
    database = await open<HubTables>({ migrations: MIGRATIONS })
    const plain = createHubStore(database)
    await plain.system.write(async ({ db, now }) => {
      const { accountId: account_id, vendorId: vendor_id } = TENANT
      const store_id = ids.uuid()
      await db.insertInto("account").values({ account_id, name: "Acme" }).execute()
      const vendor = { account_id, vendor_id, name: "Quito", country_code: "EC", legal: null }
      await db.insertInto("vendor").values(vendor).execute()
      await db.insertInto("store").values({ account_id, vendor_id, store_id, code: null, record: "{}" }).execute()
      const words = { order_code: "A", status: "OPEN", payment_status: "PENDING", channel: "GLOVO", fulfilment: null }
      const times = { business_day: "2026-11-21", created_at: now, updated_at: now }
      const own = {
        order_id: ORDER,
        store_id,
        external_id: "x",
        home: "hub",
        version: 1,
        record: "{}",
      }
      await db
        .insertInto("orders")
        .values({ account_id, vendor_id, ...own, ...words, ...times })
        .execute()
    })
    store = {
      ...plain,
      write: (tenant, fn) => {
        writes += 1
        return plain.write(tenant, fn)
      },
    }
  })

  describe("reports that arrive together", () => {
    it(`share transactions: at least ${LEAST_IN_A_COMMIT} in one, of ${CALLERS} callers`, async () => {
      const accept = createIntake({ store, ids, atOnce: {} })
      writes = 0
      await Promise.all(
        Array.from({ length: CALLERS }, async (_caller, caller) => {
          for (let round = 0; round < ROUNDS; round += 1) {
            const answer = await accept(TENANT, incoming(`${caller}-${round}`))
            if (isRefusal(answer)) throw new Error(answer.message)
            expect(answer.duplicate).toBe(false)
          }
        }),
      )
      expect((CALLERS * ROUNDS) / writes).toBeGreaterThanOrEqual(LEAST_IN_A_COMMIT)
    })

    it("are not affected by one that cannot be written", async () => {
      const accept = createIntake({ store, ids, atOnce: {} })
      const broken = incoming("broken", { onAccept: () => Promise.reject(new Error("broken")) })
      const [first, second, third] = await Promise.allSettled([
        accept(TENANT, incoming("whole-1")),
        accept(TENANT, broken),
        accept(TENANT, incoming("whole-2")),
      ])
      expect([first.status, second.status, third.status]).toEqual(["fulfilled", "rejected", "fulfilled"])
      const again = await Promise.all([accept(TENANT, incoming("whole-1")), accept(TENANT, incoming("broken"))])
      expect(again.map((answer) => !isRefusal(answer) && answer.duplicate)).toEqual([true, false])
    })

    it("are not affected by one that is refused", async () => {
      const accept = createIntake({ store, ids, atOnce: {} })
      const answers = await Promise.all([
        accept(TENANT, incoming("beside-1")),
        accept(TENANT, incoming("nobody", { orderId: ids.uuid() })),
        accept(TENANT, incoming("beside-2")),
      ])
      expect(answers.map((answer) => (isRefusal(answer) ? answer.refused : "accepted"))).toEqual([
        "accepted",
        "NOT_FOUND",
        "accepted",
      ])
    })
  })
})
