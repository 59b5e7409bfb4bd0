/** What is due, read off a line: nothing while it cannot be said, and the next look at the nearest wait. */
import { describe, expect, it } from "vitest"
import type { Command } from "../../../protocol/sync/messages.ts"
import { newStoreSyncState, type StoreSyncState } from "../../../protocol/sync/store-line.ts"
import { findDue, isLate, nextStepAt } from "../../../protocol/sync/store-next-step.ts"

const facts = { epoch: "epoch-1", previous: null, head: 3, acked: 0, appliedDown: 0, downMark: null, fenced: false }
const NOW = { now: 1_000, chance: 0.5 }
const pull = { id: 1, sentAt: 0, acked: 0, resendAt: 9_000, tries: 0 }

function line(more: Partial<StoreSyncState> = {}): StoreSyncState {
  return { ...newStoreSyncState(facts), link: "up", session: 1, pollAt: 50_000, ...more }
}

const due = (more: Partial<StoreSyncState>) => findDue(line(more), NOW).effects.map((effect) => effect.do)

describe("what is due", () => {
  it.each([
    ["a batch, when there is something to say", {}, ["send-batch"]],
    ["nothing, when the hub has it all", { acked: 3 }, []],
    ["nothing, while the link is down", { link: "down" as const }, []],
    ["nothing, while a new epoch is being opened", { opening: true }, []],
    [
      "nothing, while the last batch flies",
      { flight: { from: 1, ends: [3], packing: false, resendAt: 2_000, tries: 0 } },
      [],
    ],
    [
      "the batch again, when it flew too long",
      { flight: { from: 1, ends: [3], packing: false, resendAt: 1_000, tries: 0 } },
      ["send-batch"],
    ],
    ["a pull, when it is time", { acked: 3, pollAt: 1_000 }, ["send-pull"]],
    ["no pull, while what came is applied", { acked: 3, pollAt: 1_000, applying: true }, []],
    ["no batch, when the hub asks for what is no longer kept", { stuck: true }, []],
  ])("%s", (_name, more, expected) => {
    expect(due(more)).toEqual(expected)
  })
})

describe("the next look", () => {
  it.each([
    ["at the poll", {}, 50_000],
    ["at the pull's wait", { pull }, 9_000],
    ["at the batch's wait", { pull, flight: { from: 1, ends: [3], packing: false, resendAt: 7_000, tries: 0 } }, 7_000],
    ["never, while the link is down", { link: "down" as const }, null],
  ])("is %s", (_name, more, expected) => {
    expect(nextStepAt(line(more))).toBe(expected)
  })
})

describe("a command", () => {
  const command: Command = {
    requestId: "r",
    hubId: "h",
    deadline: 500,
    epoch: "epoch-1",
    after: 0,
    kind: "k",
    body: {},
  }

  it.each([
    [400, true],
    [-500, false],
    [-501, false],
    [-499, true],
    [null, false],
  ])("of 500 is late at 1000 with a hub %s ahead: %s", (hubAhead, expected) => {
    expect(isLate(line({ hubAhead }), command, NOW.now)).toBe(expected)
  })
})
