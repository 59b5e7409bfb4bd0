/** The store's side of sync as a table: what it says, when it says it again, and whom it believes. */
import { describe, expect, it } from "vitest"
import type { Ack, Command, Down } from "../../../protocol/sync/messages.ts"
import {
  newStoreSyncState,
  type StoreEffect,
  type StoreInput,
  type StoreSyncState,
} from "../../../protocol/sync/store-line.ts"
import { nextStepAt } from "../../../protocol/sync/store-next-step.ts"
import { stepStore } from "../../../protocol/sync/store-side.ts"

const E1 = "epoch-00000001"
const MIDDLE = 0.5
const HUB_AHEAD = 1_000_000
const facts = { epoch: E1, previous: null, head: 0, acked: 0, appliedDown: 0, downMark: null, fenced: false }

interface Run {
  readonly line: StoreSyncState
  readonly effects: readonly StoreEffect[]
}

/** Steps in order, each at its own moment; the effects are those of the last. */
function run(line: StoreSyncState, ...steps: readonly [now: number, input: StoreInput][]): Run {
  return steps.reduce<Run>(
    ({ line: before }, [now, input]) => {
      const { state, effects } = stepStore(before, input, { now, chance: MIDDLE })
      return { line: state, effects }
    },
    { line, effects: [] },
  )
}

const kinds = (effects: readonly StoreEffect[]) => effects.map((effect) => effect.do)
const linkUp: StoreInput = { is: "link-up", session: 1 }
const tick: StoreInput = { is: "tick" }

function ack(applied: number, re: number, more: Partial<Ack> = {}, markAt: string | null = `m${applied}`): StoreInput {
  const word = { epoch: E1, standing: "current", current: E1, applied, mark: `m${applied}`, re } as const
  return { is: "ack", message: { ...word, ...more }, markAt: applied === 0 ? null : markAt }
}

function down(state: StoreSyncState, now: number, more: Partial<Down> = {}, markAt: string | null = null): StoreInput {
  const word = { epoch: E1, standing: "current", current: E1, applied: state.acked, mark: null } as const
  const answer = { re: state.pull?.id ?? 1, after: state.appliedDown, head: state.appliedDown, ops: [], session: 1 }
  return { is: "down", message: { ...word, ...answer, hubTime: HUB_AHEAD + now, ...more }, markAt }
}

const op = (seq: number) => ({ seq, mark: `d${seq}`, kind: "order.created", at: "2026-11-21T12:00:00.000Z", body: {} })

/** Connected, and its first pull answered. */
function connected(more: Partial<StoreSyncState> = {}): StoreSyncState {
  const { line } = run(newStoreSyncState({ ...facts, ...more }), [0, linkUp])
  return run(line, [0, down(line, 0)]).line
}

describe("what it has to say", () => {
  it("waits for the link, and leaves the moment it is there", () => {
    const sold = run(newStoreSyncState(facts), [0, { is: "appended", head: 3 }])
    expect(sold.effects).toEqual([])
    expect(kinds(run(sold.line, [0, linkUp]).effects)).toEqual(["send-state", "send-pull", "send-batch"])
  })

  it("leaves one batch at a time: the next when the hub has the last", () => {
    const first = run(connected(), [0, { is: "appended", head: 3 }])
    expect(first.effects).toEqual([{ do: "send-batch", from: 1, gzip: false }])
    const more = run(first.line, [1, { is: "appended", head: 5 }])
    expect(more.effects).toEqual([])
    const next = run(more.line, [2, ack(3, 1)])
    expect(next.effects).toEqual([
      { do: "save-acked", acked: 3 },
      { do: "send-batch", from: 4, gzip: false },
    ])
  })

  it("is said again after 5 s, and then ever less often, up to a minute", () => {
    let at = run(connected(), [0, { is: "appended", head: 1 }])
    const waits: number[] = []
    let now = 0
    while (waits.length < 6) {
      const wait = (at.line.flight?.resendAt ?? 0) - now
      waits.push(wait)
      now += wait
      // Pulls have a life of their own.
      at = run({ ...at.line, pull: null, pollAt: now + 1 }, [now, tick])
      expect(at.effects).toEqual([{ do: "send-batch", from: 1, gzip: false }])
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  })

  it("is said again at once on a new connection", () => {
    const { line } = run(connected(), [0, { is: "appended", head: 1 }], [1, { is: "link-down" }])
    expect(kinds(run(line, [2, linkUp]).effects)).toContain("send-batch")
  })
})

describe("far behind, at a hub that takes more", () => {
  const takes = { gzip: true, batches: 3 }
  const batch = (from: number) => ({ do: "send-batch", from, gzip: true })
  const sent = (from: number, to: number): StoreInput => ({ is: "sent", from, to })
  const behind = (head: number) => run({ ...connected(), takes }, [0, { is: "appended", head }])
  const first = behind(1_000)
  const second = run(first.line, [0, sent(1, 200)])
  const full = run(second.line, [0, sent(201, 400)], [0, sent(401, 600)])

  it("says as many batches as the hub takes, and one more for each that it has", () => {
    expect(first.effects).toEqual([batch(1)])
    expect(second.effects).toEqual([batch(201)])
    expect(full.effects).toEqual([])
    const next = run(full.line, [1, ack(200, 1, { takes })])
    expect(next.effects).toEqual([{ do: "save-acked", acked: 200 }, batch(601)])
    expect(next.line.flight).toMatchObject({ from: 201, ends: [400, 600] })
  })

  it("hears with each word what the hub takes, and nothing of it holds on a new connection", () => {
    expect(run(full.line, [1, ack(200, 1)]).effects).toEqual([{ do: "save-acked", acked: 200 }])
    expect(run(full.line, [1, { is: "link-down" }], [2, linkUp]).effects).toContainEqual({ ...batch(1), gzip: false })
  })

  it("gathers the last few instead of saying them one by one", () => {
    const few = run(behind(230).line, [0, sent(1, 200)])
    expect(few.effects).toEqual([])
    expect(run(few.line, [1, ack(200, 1, { takes })]).effects).toContainEqual(batch(201))
  })

  it("a batch that was passed over is said again after the one before it was heard, not before", () => {
    const passed = run(full.line, [1, ack(0, 401, { takes })])
    expect(passed.effects).toEqual([])
    expect(run(passed.line, [2, ack(200, 1, { takes })]).line.flight).toMatchObject({ from: 201, ends: [400] })
    expect(run(passed.line, [2, ack(400, 201, { takes })]).effects).toContainEqual(batch(401))
  })

  it("says everything again from the watermark on, one batch at a time, when nothing is answered", () => {
    const later = run(full.line, [5_000, tick])
    expect(later.effects).toContainEqual(batch(1))
    const alone = run({ ...later.line, pollAt: 99_000, pull: null }, [5_001, sent(1, 200)])
    expect(alone.effects).toEqual([])
    expect(run(alone.line, [5_002, ack(400, 1, { takes })]).effects).toContainEqual(batch(401))
  })
})

describe("an acknowledgement", () => {
  const flying = run(connected({ head: 9, acked: 5 }), [0, tick]).line

  it("below the batch in flight sends the store back: the hub was restored", () => {
    const back = run(flying, [1, ack(2, 6)])
    expect(back.effects).toEqual([
      { do: "save-acked", acked: 2 },
      { do: "send-batch", from: 3, gzip: false },
    ])
  })

  it("of a part of the batch has the rest said at once", () => {
    const whole = run(flying, [0, { is: "sent", from: 6, to: 9 }]).line
    expect(run(whole, [1, ack(7, 6)]).effects).toContainEqual({ do: "send-batch", from: 8, gzip: false })
  })

  it("that is a late copy of an older one changes nothing", () => {
    expect(run(flying, [1, ack(2, 1)]).effects).toEqual([])
    expect(run(flying, [1, ack(2, 1)]).line.acked).toBe(5)
  })

  it("of another epoch is not for this box", () => {
    expect(run(flying, [1, ack(9, 6, { epoch: "epoch-00000002" })]).line.acked).toBe(5)
  })

  it("of ops that are no longer kept needs a person", () => {
    const stuck = run(flying, [1, { is: "missing" }])
    expect(stuck.effects).toEqual([{ do: "alarm", reason: "HUB_LOST_HISTORY" }])
    expect(run(stuck.line, [100_000, { is: "appended", head: 10 }]).effects).not.toContainEqual(
      expect.objectContaining({ do: "send-batch" }),
    )
  })

  it.each([
    ["is beyond the newest op", ack(12, 6)],
    ["stands on another op", ack(7, 6, {}, "other")],
  ])("that %s shows another history: a new epoch goes on after what both have", (_name, input) => {
    const parted = run(flying, [1, input])
    expect(parted.effects).toEqual([
      { do: "alarm", reason: "DIVERGED" },
      { do: "open-epoch", previous: { epoch: E1, last: 5 } },
    ])
    const previous = { epoch: E1, last: 5, carried: 4 }
    const opened = run(parted.line, [2, { is: "epoch-opened", epoch: "epoch-00000002", previous, head: 4 }])
    expect(opened.line).toMatchObject({ epoch: "epoch-00000002", previous, head: 4, acked: 0 })
    expect(opened.effects).toContainEqual({ do: "reconnect", above: 0 })
  })

  it("on another op than the one that was acknowledged before leaves nothing that both have", () => {
    const parted = run(flying, [1, ack(5, 6, {}, "other")])
    expect(parted.effects).toContainEqual({ do: "open-epoch", previous: { epoch: E1, last: 0 } })
  })

  it("that led to a new epoch has all that came after it said under that one, also where a person was needed before", () => {
    const stuck = run(flying, [1, { is: "missing" }])
    const previous = { epoch: E1, last: 5, carried: 4 }
    const opened = run(stuck.line, [2, { is: "epoch-opened", epoch: "epoch-00000002", previous, head: 4 }])
    expect(opened.effects).toContainEqual({ do: "send-batch", from: 1, gzip: false })
  })

  const resetAsked = (re: number) => ack(0, re, { standing: "reset", current: "epoch-of-the-hub", mark: null })

  it("that asks for a reset is obeyed by naming the hub's epoch", () => {
    const asked = run(flying, [1, resetAsked(6)])
    expect(asked.effects).toContainEqual({ do: "open-epoch", previous: { epoch: "epoch-of-the-hub", last: 0 } })
  })

  it("that asks for a reset in answer to what is not in flight any more is a late copy, and opens none", () => {
    expect(run(flying, [1, resetAsked(3)]).effects).toEqual([])
  })

  it("to a fenced box is kept, and the rest is still handed over", () => {
    const fenced = run(flying, [1, ack(7, 6, { standing: "fenced" })])
    expect(kinds(fenced.effects)).toEqual(["save-fenced", "alarm", "save-acked", "send-batch"])
    expect(run(fenced.line, [2, ack(9, 8, { standing: "fenced" })]).effects).toEqual([{ do: "save-acked", acked: 9 }])
  })
})

describe("what comes down", () => {
  const poked = run(connected(), [1, { is: "poke", message: { head: 2 } }])

  it("is asked for when the hub pokes, and acknowledged by the next pull", () => {
    expect(poked.effects).toMatchObject([{ do: "send-pull", message: { after: 0, mark: null } }])
    const answered = run(poked.line, [2, down(poked.line, 2, { head: 2, ops: [op(1), op(2)] })])
    expect(answered.effects).toEqual([{ do: "apply-down", ops: [op(1), op(2)] }])
    const applied = run(answered.line, [3, { is: "down-applied", to: 2, mark: "d2" }])
    expect(applied.effects).toMatchObject([{ do: "send-pull", message: { after: 2, mark: "d2" } }])
  })

  it("is asked for once a minute without a poke", () => {
    const state = connected()
    expect(nextStepAt(state)).toBe(60_000)
    expect(run(state, [59_999, tick]).effects).toEqual([])
    expect(kinds(run(state, [60_000, tick]).effects)).toEqual(["send-pull"])
  })

  it("is not asked for by an old poke", () => {
    expect(run(connected({ appliedDown: 5 }), [1, { is: "poke", message: { head: 5 } }]).effects).toEqual([])
  })

  it("is left alone when it answers another pull, or leaves a gap", () => {
    const other = down(poked.line, 2, { re: 99, head: 2, ops: [op(1)] })
    expect(run(poked.line, [2, other]).effects).toEqual([])
    const gap = down(poked.line, 2, { head: 3, ops: [op(2), op(3)] })
    expect(run(poked.line, [2, gap]).effects).toEqual([{ do: "alarm", reason: "DOWN_GAP" }])
  })

  it("is not asked for again while it is being taken in", () => {
    const answered = run(poked.line, [2, down(poked.line, 2, { head: 2, ops: [op(1)] })])
    expect(run(answered.line, [3, { is: "poke", message: { head: 2 } }]).effects).toEqual([])
  })

  it("waits while the disk fails, and is asked for at the next poll", () => {
    const answered = run(poked.line, [2, down(poked.line, 2, { head: 1, ops: [op(1)] })])
    const failed = run(answered.line, [3, { is: "down-failed" }])
    expect(failed.effects).toEqual([])
    expect(kinds(run(failed.line, [nextStepAt(failed.line) ?? 0, tick]).effects)).toEqual(["send-pull"])
  })

  it("and never comes: after three pulls into silence the connection itself is in doubt", () => {
    let at = poked
    const seen: string[] = []
    while (!seen.includes("reconnect")) {
      at = run(at.line, [nextStepAt(at.line) ?? 0, tick])
      seen.push(...kinds(at.effects))
    }
    expect(seen).toEqual(["send-pull", "send-pull", "reconnect"])
  })

  it("knows a higher session of this store: it connects again above it", () => {
    expect(run(poked.line, [2, down(poked.line, 2, { session: 40 })]).effects).toEqual([{ do: "reconnect", above: 40 }])
  })
})

describe("a command", () => {
  const command = (more: Partial<Command> = {}): StoreInput => ({
    is: "command",
    message: {
      requestId: "r1",
      hubId: "h1",
      deadline: HUB_AHEAD + 5_000,
      epoch: E1,
      after: 0,
      kind: "k",
      body: {},
      ...more,
    },
  })

  it("is executed at once when the store has what it builds on, and answered", () => {
    const asked = run(connected(), [10, command()])
    expect(kinds(asked.effects)).toEqual(["execute"])
    const [effect] = asked.effects
    if (effect?.do !== "execute") return
    const done = run(asked.line, [11, { is: "executed", command: effect.command, answer: { ok: 1 }, head: 4 }])
    expect(done.effects[0]).toEqual({
      do: "send-reply",
      hubId: "h1",
      message: { requestId: "r1", epoch: E1, head: 4, answer: { ok: 1 } },
    })
    expect(done.effects[1]).toEqual({ do: "send-batch", from: 1, gzip: false })
  })

  it("waits until the store has pulled up to it", () => {
    const asked = run(connected(), [10, command({ after: 1 })])
    expect(kinds(asked.effects)).toEqual(["send-pull"])
    const answered = run(asked.line, [11, down(asked.line, 11, { head: 1, ops: [op(1)] })])
    expect(kinds(answered.effects)).toEqual(["apply-down"])
    const applied = run(answered.line, [12, { is: "down-applied", to: 1, mark: "d1" }])
    expect(kinds(applied.effects)).toEqual(["execute", "send-pull"])
  })

  it("that comes again while it waits is kept once, beside others that wait", () => {
    const waiting = [command({ after: 1 }), command({ after: 1, requestId: "r2" }), command({ after: 1 })]
    const { line } = run(connected(), ...waiting.map((input): [number, StoreInput] => [10, input]))
    expect(line.pendingCommands.map(({ requestId }) => requestId)).toEqual(["r1", "r2"])
  })

  it("is not started after its deadline, on the hub's clock", () => {
    expect(kinds(run(connected(), [5_000, command()]).effects)).toEqual(["execute"])
    expect(run(connected(), [5_001, command()]).effects).toEqual([{ do: "alarm", reason: "COMMAND_LATE" }])
  })

  it("is not started while the store cannot tell the hub's time", () => {
    const { line } = run(newStoreSyncState(facts), [0, linkUp], [1, command()])
    expect(line.pendingCommands).toHaveLength(1)
    expect(kinds(run(line, [2, down(line, 0)]).effects)).toContain("execute")
  })

  it.each([
    ["for another epoch", connected(), command({ epoch: "epoch-00000002" })],
    ["for a fenced box", connected({ fenced: true }), command()],
  ])("%s is ignored", (_name, state, input) => {
    expect(run(state, [10, input]).effects).toEqual([])
  })
})
