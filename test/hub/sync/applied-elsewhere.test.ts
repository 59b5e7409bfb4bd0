/** Operations that come again under another epoch of the store are recognised by their marks, whichever copy of the box brings them. */
import { expect, it } from "vitest"
import { appliedElsewhere } from "../../../hub/sync/applied-elsewhere.ts"
import { readSyncState } from "../../../hub/sync/sync-state-store.ts"
import { writing } from "../../../hub/sync/sync-tables.ts"
import type { EpochState } from "../../../protocol/sync/hub-side.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openHub, STORE_ID } from "../../kit/line.ts"

const epoch = (name: string, applied: number, previous: EpochState["previous"] = null) => ({
  epoch: name,
  applied,
  mark: null,
  previous,
})

eachDatabase((_engine, open) => {
  it("an older database with the journal of a copy brings what the copy had sent", async () => {
    const hub = await openHub(open)
    const known = await hub.store.system.write(async (tx) => {
      for (const [name, marks] of [
        ["first", ["a1", "a2"]],
        ["copy", ["b1", "b2", "b3"]],
      ] as const) {
        const row = { store_id: STORE_ID, epoch: name, from_seq: 1, to_seq: marks.length, marks: JSON.stringify(marks) }
        await writing(tx)
          .insertInto("up_batch")
          .values({ ...row, kept: null, skews: null, heard_at: tx.now })
          .execute()
      }
      const state = await readSyncState(tx, STORE_ID)
      if (!state) throw new Error("no such store")
      // The database is from before the copy's epoch, so it names the first one; the journal beside it has the copy's operations.
      const previous = { epoch: "first", last: 1, carried: 4 }
      const states = {
        current: epoch("restored", 0, previous),
        fenced: [epoch("first", 2), epoch("copy", 3, { epoch: "first", last: 2, carried: 0 })],
      }
      const effect = { do: "apply" as const, epoch: "restored", fenced: false, ops: [], since: previous }
      return appliedElsewhere(tx, { ...state.state, ...states }, effect)
    })
    for (const mark of ["a2", "b1", "b2", "b3"]) expect(known).toContain(mark)
  })
})
