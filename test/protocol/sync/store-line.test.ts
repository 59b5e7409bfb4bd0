/** A process begins where its disk left off, and with nothing else. */
import { expect, it } from "vitest"
import { newStoreSyncState } from "../../../protocol/sync/store-line.ts"

it("a new line has what the disk kept, is down, and has nothing in flight", () => {
  const facts = { epoch: "e", previous: null, head: 9, acked: 4, appliedDown: 7, downMark: "d7", fenced: true }
  expect(newStoreSyncState(facts)).toMatchObject({
    ...facts,
    link: "down",
    flight: null,
    pull: null,
    pendingCommands: [],
    hubAhead: null,
  })
})
