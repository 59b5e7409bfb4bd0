/** The numbers of a store's log after the store has claimed to know operations that the hub does not have. */
import { expect, it } from "vitest"
import { renumberDown } from "../../../hub/sync/store-log-store.ts"
import { reading } from "../../../hub/sync/sync-tables.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openHub, STORE_ID } from "../../kit/line.ts"

eachDatabase((_engine, open) => {
  it("have no gap, so that the hub can write to the store whatever the store claims next", async () => {
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
})
