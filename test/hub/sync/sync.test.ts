/** A hub and a box over a real broker: what one commits the other has once and in order, whatever happens to the line. */
import { describe, expect, it } from "vitest"
import { reading } from "../../../hub/sync/sync-tables.ts"
import { backupSqlite } from "../../../runtime/storage/sqlite.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { cableTo, claim, openBox, openHub, STORE_ID, until } from "../../kit/line.ts"
import { tempFile } from "../../kit/temp.ts"

const numbers = (bodies: readonly unknown[]) => (bodies as { record: { n: number } }[]).map(({ record }) => record.n)
/** Both sides run on one clock here. */
const MINUTE_MS = 60_000
const counting = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

eachDatabase((_engine, open) => {
  describe("from box to hub", () => {
    it("sends what was sold before the first connection, and after it", async () => {
      const hub = await openHub(open)
      const box = openBox()
      for (const n of counting(450)) box.sell(n)
      await box.connect(hub.port)
      await until(() => hub.applied.length === 450)
      box.sell(451)
      await until(() => box.uplink.status().unsent === 0)
      expect(numbers(hub.applied)).toEqual(counting(451))
      expect(box.uplink.status()).toMatchObject({ link: "up", made: 451, acked: 451, fenced: false })
      expect(await hub.sync.stateOf(STORE_ID)).toMatchObject({ applied: 451, online: true })
    })

    it("says for each operation how far the box's clock differs from the hub's, once the box knows", async () => {
      const hub = await openHub(open)
      const box = openBox()
      box.sell(1)
      await box.connect(hub.port)
      await until(() => box.uplink.status().unsent === 0)
      box.sell(2)
      await until(() => hub.applied.length === 2)
      const skews = await hub.store.system.read((scope) =>
        reading(scope).selectFrom("up_batch").select("skews").orderBy("from_seq").execute(),
      )
      const kept = skews.flatMap((row) => JSON.parse(row.skews ?? "[null]") as (number | null)[])
      expect(kept).toEqual([null, expect.any(Number)])
      expect(Math.abs(kept[1] ?? Number.NaN)).toBeLessThan(MINUTE_MS)
    })

    it("continues when the cable is pulled and plugged in again", async () => {
      const hub = await openHub(open)
      const cable = await cableTo(hub.port)
      const box = openBox()
      await box.connect(cable.port)
      box.sell(1)
      await until(() => box.uplink.status().unsent === 0)
      cable.pull()
      await until(() => box.uplink.status().link === "down")
      for (const n of [2, 3, 4]) box.sell(n)
      await until(async () => (await hub.sync.stateOf(STORE_ID))?.online === false)
      cable.mend()
      await until(() => box.uplink.status().unsent === 0)
      expect(numbers(hub.applied)).toEqual([1, 2, 3, 4])
    })

    it("applies once what was committed when the acknowledgement was lost and the hub died", async () => {
      let lossy = true
      const url = await open.freshUrl()
      const hub = await openHub(open, { url, loses: (topic) => lossy && topic.endsWith("/ack") })
      const box = openBox()
      await box.connect(hub.port)
      for (const n of counting(5)) box.sell(n)
      await until(() => hub.applied.length === 5)
      expect(box.uplink.status().unsent).toBe(5)
      await hub.stop()
      lossy = false
      const next = await openHub(open, { url, port: hub.port })
      await until(() => box.uplink.status().unsent === 0)
      expect(next.applied).toEqual([])
    })

    it("continues after the box lost its power", async () => {
      const hub = await openHub(open)
      const box = openBox()
      box.sell(1)
      await box.connect(hub.port)
      await until(() => hub.applied.length === 1)
      box.sell(2)
      await box.crash()
      const again = openBox({ path: box.path })
      again.sell(3)
      await again.connect(hub.port)
      await until(() => again.uplink.status().unsent === 0)
      expect(numbers(hub.applied)).toEqual([1, 2, 3])
    })

    it("stores an operation that cannot be applied as a dead letter, continues, and applies it once it is fixed", async () => {
      let broken = true
      const told: string[] = []
      const hub = await openHub(open, {
        onDeadLetter: async (scope, { storeId }) => scope.afterCommit(() => told.push(storeId)),
        applyUp: async (_scope, _place, op) => {
          const [n] = numbers([op.body])
          if (n === 2 && broken) throw new TypeError("cannot read properties of undefined")
          return n === 3 && broken ? "NO_SUCH_DAY" : null
        },
      })
      const box = openBox()
      for (const n of counting(4)) box.sell(n)
      await box.connect(hub.port)
      await until(() => box.uplink.status().unsent === 0)
      expect(numbers(hub.applied)).toEqual([1, 4])
      const [second, third] = await hub.sync.deadLetters(STORE_ID)
      expect(second).toMatchObject({ seq: 2, reason: "FAILED: cannot read properties of undefined" })
      expect(third).toMatchObject({ seq: 3, reason: "NO_SUCH_DAY" })
      if (!second || !third) return
      expect(told).toEqual([STORE_ID])
      expect(await hub.sync.settleDeadLetter(third, "replayed")).toMatchObject({ refused: "CONFLICT" })
      broken = false
      expect(await hub.sync.settleDeadLetter(second, "replayed")).toEqual({ settled: true })
      expect(await hub.sync.settleDeadLetter(third, "dismissed")).toEqual({ settled: true })
      expect(await hub.sync.settleDeadLetter(third, "replayed")).toMatchObject({ refused: "NOT_FOUND" })
      expect(numbers(hub.applied)).toEqual([1, 4, 2])
      // When they were parked, and when each was settled; a replay that failed has changed nothing.
      expect(told).toEqual([STORE_ID, STORE_ID, STORE_ID])
      expect(await hub.sync.deadLetters(STORE_ID)).toEqual([])
    })
  })

  describe("from hub to box", () => {
    it("arrives at once while the link is up, and after it was down", async () => {
      const hub = await openHub(open)
      await hub.create({ id: "a" })
      const box = openBox()
      await box.connect(hub.port)
      await until(() => box.orders.length === 1)
      await hub.create({ id: "b" })
      await until(() => box.orders.length === 2)
      expect(box.orders).toEqual([{ order: { id: "a" } }, { order: { id: "b" } }])
      await until(async () => (await hub.sync.stateOf(STORE_ID))?.downAcked === 2)
      expect((await hub.sync.stateOf(STORE_ID))?.reported).toEqual({ made: 0, acked: 0 })
    })

    it("offers each order once, in its current state, or not at all", async () => {
      const offered: unknown[] = []
      const hub = await openHub(open, {
        offer: async (scope, _place, { kind, body }) => {
          scope.afterCommit(() => offered.push(body))
          const { id } = (body as { order: { id: string } }).order
          return id === "withdrawn" ? null : { kind, body: { order: { id, paid: true } } }
        },
      })
      for (const id of ["a", "withdrawn", "b"]) await hub.create({ id })
      const box = openBox()
      await box.connect(hub.port)
      await until(() => box.orders.length === 2)
      expect(box.orders).toEqual([{ order: { id: "a", paid: true } }, { order: { id: "b", paid: true } }])
      await box.crash()
      const again = openBox()
      await again.connect(hub.port)
      await until(() => again.orders.length === 2)
      expect(again.orders).toEqual(box.orders)
      expect(offered).toHaveLength(3)
    })

    it("stores an operation that the box cannot apply as a dead letter, and continues", async () => {
      const hub = await openHub(open)
      const box = openBox({
        applyDown: (_tx, op) => ((op.body as { order: { id: string } }).order.id === "odd" ? "UNKNOWN" : null),
      })
      for (const id of ["a", "odd", "b"]) await hub.create({ id })
      await box.connect(hub.port)
      await until(() => box.orders.length === 2)
      expect(box.uplink.status().parked).toBe(1)
    })
  })

  describe("a call to the store", () => {
    it("is answered after the operations that it builds on, and the hub's copy shows its effect", async () => {
      const hub = await openHub(open)
      const box = openBox({
        execute: (tx, command) => {
          box.uplink.outbox.record(tx, { kind: "cash.closed", body: { record: { n: 7 } } })
          return { kind: command.kind, orders: box.orders.length }
        },
      })
      await box.connect(hub.port)
      await until(async () => (await hub.sync.stateOf(STORE_ID))?.online === true)
      await hub.create({ id: "a" })
      const answered = await hub.sync.callStore(STORE_ID, { kind: "charge", body: {} })
      expect(answered).toEqual({ answer: { kind: "charge", orders: 1 } })
      await until(() => hub.applied.length > 0)
      expect(numbers(hub.applied)).toEqual([7])
    })

    it("returns an error of the store at once, and changes nothing there", async () => {
      const hub = await openHub(open)
      const box = openBox({
        execute: (tx) => {
          box.uplink.outbox.record(tx, { kind: "cash.closed", body: { record: { n: 7 } } })
          throw new TypeError("a bug")
        },
      })
      await box.connect(hub.port)
      await until(async () => (await hub.sync.stateOf(STORE_ID))?.online === true)
      const answered = await hub.sync.callStore(STORE_ID, { kind: "charge", body: {} })
      expect(answered).toMatchObject({ answer: { refused: "INTERNAL_SERVER_ERROR" } })
      expect(box.uplink.status().made).toBe(0)
    })

    it("is null at once if the store was stopped normally", async () => {
      const hub = await openHub(open)
      const box = openBox()
      await box.connect(hub.port)
      await until(async () => (await hub.sync.stateOf(STORE_ID))?.online === true)
      await box.uplink.stop()
      await until(async () => (await hub.sync.stateOf(STORE_ID))?.online === false)
      expect(await hub.sync.callStore(STORE_ID, { kind: "charge", body: {} })).toBeNull()
      await box.connect(hub.port)
      await until(async () => (await hub.sync.stateOf(STORE_ID))?.online === true)
    })

    it("is null at once if the store was never connected, and after the deadline if it is silent", async () => {
      const hub = await openHub(open)
      const cable = await cableTo(hub.port)
      const box = openBox()
      expect(await hub.sync.callStore(STORE_ID, { kind: "charge", body: {} })).toBeNull()
      await box.connect(cable.port)
      await until(async () => (await hub.sync.stateOf(STORE_ID))?.online === true)
      cable.deafen()
      expect(await hub.sync.callStore(STORE_ID, { kind: "charge", body: {} }, 200)).toBeNull()
    })
  })

  describe("a replaced box", () => {
    it("is told so, sends its leftover operations, and gives no new numbers", async () => {
      const hub = await openHub(open)
      const old = openBox()
      old.sell(1)
      await old.connect(hub.port)
      await until(() => old.uplink.status().unsent === 0)
      await old.uplink.stop()
      old.sell(2)
      await claim(hub.store)
      await hub.create({ id: "for the new box" })
      const box = openBox()
      box.sell(3)
      await box.connect(hub.port)
      await until(() => box.orders.length === 1 && box.uplink.status().unsent === 0)
      await box.uplink.stop()
      await old.connect(hub.port)
      await until(() => old.uplink.status().fenced && old.uplink.status().unsent === 0)
      expect(numbers(hub.applied)).toEqual([1, 3, 2])
      expect(old.orders).toEqual([])
      expect(() => old.sell(4)).toThrow("another box has taken over")
      expect(await hub.sync.stateOf(STORE_ID)).toMatchObject({ epoch: box.uplink.epoch(), applied: 1 })
    })
  })

  describe("a box whose database was restored from a backup", () => {
    it.each([
      ["it has sold less than was lost", 1],
      ["it has sold more than was lost", 6],
    ])("continues under a new epoch with nothing lost and nothing twice, when %s", async (_name, later) => {
      const hub = await openHub(open)
      const box = openBox()
      box.sell(1)
      await box.connect(hub.port)
      await until(() => box.uplink.status().unsent === 0)
      await box.uplink.stop()
      // Made before the backup and unknown to it: whether the hub has them.
      for (const n of [2, 3]) box.sell(n)
      const backup = tempFile("backup.db")
      await backupSqlite(box.db, backup)
      for (const n of [4, 5, 6]) box.sell(n)
      await box.connect(hub.port)
      await until(() => box.uplink.status().unsent === 0)
      const before = box.uplink.epoch()
      await box.crash()

      const restored = openBox({ path: backup })
      expect(restored.uplink.epoch()).toBe(before)
      for (const n of counting(later)) restored.sell(100 + n)
      await restored.connect(hub.port)
      await until(() => restored.uplink.epoch() !== before && restored.uplink.status().unsent === 0)
      expect(numbers(hub.applied)).toEqual([1, 2, 3, 4, 5, 6, ...counting(later).map((n) => 100 + n)])
      expect(restored.uplink.status().fenced).toBe(false)
      restored.sell(200)
      await until(() => hub.applied.length === 7 + later)
    })

    it("is noticed even if it has nothing to send", async () => {
      const hub = await openHub(open)
      const box = openBox()
      const backup = tempFile("backup.db")
      await backupSqlite(box.db, backup)
      box.sell(1)
      await box.connect(hub.port)
      await until(() => box.uplink.status().unsent === 0)
      const before = box.uplink.epoch()
      await box.crash()
      const restored = openBox({ path: backup })
      await restored.connect(hub.port)
      await until(() => restored.uplink.epoch() !== before)
    })
  })

  describe("two boxes with one identity", () => {
    it("end with one that speaks for the store, one that is shut out, and all sales of both", async () => {
      const hub = await openHub(open)
      const box = openBox()
      box.sell(1)
      await box.connect(hub.port)
      await until(() => box.uplink.status().unsent === 0)
      const copy = tempFile("copy.db")
      await backupSqlite(box.db, copy)
      const twin = openBox({ path: copy })
      await box.uplink.stop()
      for (const n of [2, 3]) box.sell(n)
      for (const n of [12, 13, 14]) twin.sell(n)
      for (const each of [box, twin]) {
        await each.connect(hub.port)
        await until(() => each.uplink.status().unsent === 0)
        await each.uplink.stop()
      }
      await box.connect(hub.port)
      await until(() => box.uplink.status().fenced)
      expect(twin.uplink.status().fenced).toBe(false)
      expect(numbers(hub.applied)).toEqual([1, 2, 3, 12, 13, 14])
    })
  })
})
