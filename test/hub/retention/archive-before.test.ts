/** Months of orders go into files that can be checked and out of the database, while the hub sells; what may not go stays, and no figure changes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import {
  type ArchiveDeps,
  type ArchivedMonth,
  ArchiveRefused,
  archiveBefore,
  createArchiver,
  readArchive,
} from "../../../hub/retention/index.ts"
import { createApplyOp } from "../../../hub/sync-handlers/apply-op.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import { silentLog } from "../../../runtime/log.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { charge, correction, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { signIn } from "../../kit/people.ts"
import { tempDir } from "../../kit/temp.ts"

const DAY = "2026-11-21"
const VENDOR = "acme.ec.quito"
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** The last day of January: November is over for 31 days and more. */
const LATER_DAYS = 71

eachDatabase((_engine, open) => {
  let hub: TestHub
  let dir: string
  const day = async () => (await hub.call("GET", `${ORDERS}?storeId=${STORE}&businessDayDate=${DAY}`)).body.data
  const read = async (id: string) => (await hub.call("GET", `${ORDERS}/${id}`)).status
  const totals = async () => {
    const person = await signIn(hub, "read-only")
    return (await person.call("GET", `/api/admin/totals?vendorId=${VENDOR}&date=${DAY}`)).body.data.currencies
  }
  const held: string[] = []
  const archive = async (more: Partial<ArchiveDeps> = {}, before = "2026-12") => {
    const months: ArchivedMonth[] = []
    const onMonth = (month: ArchivedMonth) => void months.push(month)
    const onHeld = (_tenant: unknown, month: string) => void held.push(month)
    const wish = { before, vendorId: VENDOR, onMonth, onHeld }
    await hub.beside(({ store }) => archiveBefore({ store, dir, ...more }, wish))
    return months
  }
  const sell = async (paid = true) => {
    const createdAt = new Date(hub.clock.ms()).toISOString()
    const { id } = (await hub.call("POST", ORDERS, orderBody({ createdAt }))).body.data as { id: string }
    if (paid) await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ amount: 6.5 }))
    return id
  }

  async function openAfterMonths(sales: number) {
    hub = await openTestHub(open)
    dir = tempDir()
    const sold: string[] = []
    for (let n = 0; n < sales; n += 1) sold.push(await sell())
    return { sold, later: () => hub.clock.advance(LATER_DAYS * DAY_MS) }
  }

  describe("a past month", () => {
    let sold: string[]
    let unpaid: string
    let archived: ArchivedMonth[]
    let before: unknown
    let records: OrderRecord[]

    beforeAll(async () => {
      const world = await openAfterMonths(2)
      const corrected = await sell(false)
      expect((await hub.call("PUT", `${ORDERS}/${corrected}`, correction())).status).toBe(200)
      await hub.call("POST", `${ORDERS}/${corrected}/confirm-payment`, charge({ amount: 6.5 }))
      sold = [corrected, ...world.sold]
      unpaid = await sell(false)
      records = await Promise.all(sold.map(async (id) => (await hub.call("GET", `${ORDERS}/${id}`)).body.data))
      before = await totals()
      world.later()
      let isSelling = true
      const selling = (async () => {
        while (isSelling) expect(await read(await sell(false))).toBe(200)
      })()
      archived = await archive()
      isSelling = false
      await selling
    })

    it("is in a file and no longer in the database, except open orders, while the hub sells", async () => {
      expect(archived).toEqual([expect.objectContaining({ month: "2026-11", dropped: 3, stayed: 1 })])
      expect(await Promise.all(sold.map(read))).toEqual([404, 404, 404])
      expect(await read(unpaid)).toBe(200)
      expect(await day()).toMatchObject({ total: 1, orders: [{ id: unpaid }] })
    })

    it("changes no figure of its days", async () => {
      expect(await totals()).toEqual(before)
    })

    it("can be read from the file: each order unchanged, all counted and hashed", async () => {
      const found = new Map<string, OrderRecord>()
      const { head, counts } = await readArchive(fileOf(archived), ({ order }) => {
        found.set(order.order_id, JSON.parse(order.record))
      })
      expect(head).toMatchObject({ accountId: "acme", vendorId: VENDOR, month: "2026-11", part: 1 })
      expect(counts).toMatchObject({ orders: 3, corrections: 1, sha256: archived[0]?.counts.sha256 })
      for (const record of records) expect(found.get(record.id)).toMatchObject({ orderExternal: record.orderExternal })
    })

    it("fails the check if a byte of its file changes or its end is missing", async () => {
      const bytes = readFileSync(fileOf(archived))
      const bad = `${dir}/bad.gz`
      for (const damage of [bytes.subarray(0, -30), flip(bytes, bytes.length >> 1)]) {
        writeFileSync(bad, damage)
        await expect(readArchive(bad)).rejects.toThrow(ArchiveRefused)
      }
    })

    it("counts nothing twice when the store sends its orders again", async () => {
      const [record] = records
      const order = { ...record, sequence: 9, currencyCode: "USD", operatorUid: null }
      const said = { kind: "order.changed", body: { order, events: [] } }
      const place = { storeId: STORE, accountId: "acme", vendorId: VENDOR }
      const parked = await hub.beside(({ store, ids, validator }) =>
        store.system.write((tx) => createApplyOp({ store, ids, validator })(tx, place, said)),
      )
      expect(parked).toBe("ORDER_ARCHIVED: 2026-11")
      expect(await totals()).toEqual(before)
    })

    it("gets a second part when its last orders may go", async () => {
      await hub.call("POST", `${ORDERS}/${unpaid}/confirm-payment`, charge({ amount: 6.5 }))
      expect(await archive()).toEqual([expect.objectContaining({ file: null, stayed: 1 })])
      hub.clock.advance(32 * DAY_MS)
      const [second] = await archive()
      expect(second).toMatchObject({ dropped: 1, stayed: 0 })
      expect((await readArchive(second?.file ?? "")).head.part).toBe(2)
    })
  })

  it("an interrupted run is completed by a later one, which keeps orders that were changed since", async () => {
    const { sold, later } = await openAfterMonths(2)
    later()
    // As if it were ended as soon as the file is there, before the first orders would go.
    await expect(archive({ isOver: () => readdirSync(dir).some((name) => name.endsWith(".gz")) })).rejects.toThrow(
      "not all dropped",
    )
    const [written] = readdirSync(dir)
    expect([await archive(), held.splice(0)]).toEqual([[], ["2026-11"]])
    await hub.beside(({ store }) =>
      store.system.write(async ({ db }) => {
        const [changed = ""] = sold
        await db.updateTable("orders").set({ version: 99 }).where("order_id", "=", changed).execute()
      }),
    )
    hub.clock.advance(6 * MINUTE_MS)
    const [ended] = await archive()
    expect([ended?.dropped, ended?.file?.endsWith(written ?? "?")]).toEqual([1, true])
    expect(await Promise.all(sold.map(read))).toEqual([200, 404])
    expect(readdirSync(dir)).toEqual([written])
  })

  it("is refused for a recent month, an invalid month and an unknown vendor", async () => {
    await openAfterMonths(0)
    for (const wrong of ["2026-11", "2027-01", "november", "2026-13"]) {
      await expect(archive({}, wrong)).rejects.toThrow(ArchiveRefused)
    }
    const nobody = { before: "2026-01", vendorId: "acme.nowhere", onMonth: () => {} }
    await expect(hub.beside(({ store }) => archiveBefore({ store, dir }, nobody))).rejects.toThrow("acme.nowhere")
  })

  it("runs by itself only if the operator has configured how many months are kept", async () => {
    const { sold, later } = await openAfterMonths(1)
    later()
    const round = (months: number) =>
      hub.beside(({ store, clock }) => createArchiver({ store, clock, log: silentLog, dir, months }).round())
    expect([await round(0), await round(2)]).toEqual([0, 0])
    // In February, November is no longer one of the two months.
    hub.clock.advance(2 * DAY_MS)
    expect(await round(2)).toBe(1)
    expect(await Promise.all(sold.map(read))).toEqual([404])
  })
})

function fileOf([month]: readonly ArchivedMonth[]): string {
  if (!month?.file) throw new Error("nothing was archived")
  return month.file
}

function flip(bytes: Buffer, place: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped[place] = (bytes[place] ?? 0) ^ 1
  return flipped
}
