/** The numbers of a store's log after a false claim of the store, and how much of it a restored box gets back. */
import { expect, it } from "vitest"
import { recordsSince, renumberDown } from "../../../hub/sync/store-log-store.ts"
import { reading, writing } from "../../../hub/sync/sync-tables.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openHub, STORE_ID } from "../../kit/line.ts"

eachDatabase((_engine, open) => {
  it("the hub's numbers have no gap, whatever number the store claimed before", async () => {
    const hub = await openHub(open)
    const append = (count: number) =>
      hub.store.system.write((tx) =>
        hub.sync.append(
          tx,
          STORE_ID,
          ...Array.from({ length: count }, () => ({
            kind: "aggregator.reported" as const,
            body: { orderId: "1", aggregator: null },
          })),
        ),
      )
    const renumber = (range: { after: number; to: number }) =>
      hub.store.system.write(async (tx) => {
        const head = await renumberDown(tx, STORE_ID, range)
        await tx.db
          .updateTable("store_link" as never)
          .set({ down_head: head } as never)
          .execute()
        return head
      })
    const numbers = () =>
      hub.store.system.read(async (scope) => {
        const rows = await reading(scope).selectFrom("down_op").select("seq").orderBy("seq").execute()
        return rows.map(({ seq }) => Number(seq))
      })
    await append(5)
    expect(await renumber({ after: 3, to: 500 })).toBe(502)
    expect(await numbers()).toEqual([1, 2, 3, 501, 502])
    expect(await renumber({ after: 1, to: 1 })).toBe(5)
    expect(await numbers()).toEqual([1, 2, 3, 4, 5])
    await append(600)
    expect((await numbers()).length).toBe(605)
  })

  it("a restored box gets at most 32 MiB of records, the newest, in order", async () => {
    const hub = await openHub(open)
    const body = "x".repeat(10 * 1024 * 1024)
    await hub.store.system.write(async (tx) => {
      for (const n of [1, 2, 3, 4, 5]) {
        const kept = JSON.stringify([{ kind: "cash.closed", body: { n, body } }])
        const numbers = { store_id: STORE_ID, epoch: "epoch-one", from_seq: n, to_seq: n }
        const row = { ...numbers, marks: "[]", kept, skews: null, heard_at: `2026-01-01T00:00:0${n}.000Z` }
        await writing(tx).insertInto("up_batch").values(row).execute()
      }
    })
    for (const since of [
      { epoch: "epoch-one", last: 1, carried: 0 },
      { epoch: "epoch-one", last: 0, carried: 0 },
    ]) {
      const records = await hub.store.system.write((tx) => recordsSince(tx, STORE_ID, { since, oldest: "2026" }))
      expect(records.map((record) => (record as { body: { n: number } }).body.n)).toEqual([3, 4, 5])
    }
  })
})
