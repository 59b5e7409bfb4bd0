/** The hub's side of sync as a table: what becomes of a line when a store speaks. */
import { describe, expect, it } from "vitest"
import { type HubInput, type HubStoreState, newHubStoreState, stepHub } from "../../../protocol/sync/hub-side.ts"
import { FENCED_EPOCHS_MAX, RESET_EPOCHS_MAX } from "../../../protocol/sync/limits.ts"
import type { Previous, Pull, Up } from "../../../protocol/sync/messages.ts"

const NOW = Date.parse("2026-11-21T12:00:00.000Z")
const E1 = "epoch-00000001"
const E2 = "epoch-00000002"
const E3 = "epoch-00000003"

function batch(from: number, to: number, more: Partial<Up> = {}): HubInput {
  const ops = Array.from({ length: to - from + 1 }, (_, index) => {
    const seq = from + index
    return { seq, mark: `m${seq}`, kind: "cash.closed", at: "2026-11-21T12:00:00.000Z", body: {} }
  })
  const mark = from === 1 ? null : `m${from - 1}`
  return { is: "up", message: { epoch: E1, previous: null, from, to, mark, ops, ...more } }
}

function pull(more: Partial<Pull> = {}, markAt: string | null = null): HubInput {
  const message = { epoch: E1, previous: null, after: 0, mark: null, session: 1, id: 1, ...more }
  return { is: "pull", message, markAt }
}

function lineAfter(inputs: readonly HubInput[], state: HubStoreState = newHubStoreState("s1")): HubStoreState {
  return inputs.reduce((before, input) => stepHub(before, input, NOW).state, state)
}

function effectsOf(state: HubStoreState, input: HubInput) {
  return stepHub(state, input, NOW).effects
}

function ackOf(state: HubStoreState, input: HubInput) {
  const found = effectsOf(state, input).find((effect) => effect.do === "ack")
  return found?.do === "ack" ? found.message : null
}

function appliedOf(state: HubStoreState, input: HubInput): number[] {
  return effectsOf(state, input).flatMap((effect) => (effect.do === "apply" ? effect.ops.map(({ seq }) => seq) : []))
}

describe("a batch", () => {
  const at3 = lineAfter([batch(1, 3)])

  it.each([
    { name: "the next", from: 4, to: 5, applies: [4, 5], acks: 5 },
    { name: "one that overlaps", from: 2, to: 5, applies: [4, 5], acks: 5 },
    { name: "one that is known", from: 2, to: 3, applies: [], acks: 3 },
    { name: "one that is old", from: 1, to: 1, applies: [], acks: 3 },
    { name: "one that leaves a gap", from: 5, to: 6, applies: [], acks: 3 },
  ])("$name ($from to $to) applies $applies and acknowledges $acks", ({ from, to, applies, acks }) => {
    expect(appliedOf(at3, batch(from, to))).toEqual(applies)
    expect(ackOf(at3, batch(from, to))).toMatchObject({
      standing: "current",
      applied: acks,
      mark: `m${acks}`,
      re: from,
    })
    expect(lineAfter([batch(from, to)], at3).current?.applied).toBe(acks)
  })

  it("applies before it acknowledges", () => {
    expect(effectsOf(at3, batch(4, 4)).map((effect) => effect.do)).toEqual(["apply", "ack"])
  })

  it.each([
    ["the op before it is another", batch(4, 5, { mark: "other" })],
    ["the op at the watermark is another", batch(3, 4, { ops: batch(3, 4).is === "up" ? changed(3, 4) : [] })],
  ])("of another log is not applied, and the mark says why: %s", (_name, input) => {
    expect(appliedOf(at3, input)).toEqual([])
    expect(ackOf(at3, input)).toMatchObject({ applied: 3, mark: "m3" })
  })

  it("that contradicts itself is neither believed nor answered", () => {
    const gap = batch(4, 6, { ops: changed(4, 5) })
    expect(effectsOf(at3, gap)).toEqual([{ do: "alarm", reason: "BATCH_NOT_GAPLESS", epoch: E1 }])
    expect(lineAfter([gap], at3).current?.applied).toBe(3)
  })
})

function changed(from: number, to: number): Up["ops"] {
  const input = batch(from, to)
  return input.is === "up" ? input.message.ops.map((op) => ({ ...op, mark: `other${op.seq}` })) : []
}

describe("an epoch", () => {
  const previous: Previous = { epoch: E1, last: 2, carried: 1 }
  const at3 = lineAfter([batch(1, 3)])

  it("that nobody knows is asked to begin anew and to name the current one", () => {
    expect(ackOf(at3, batch(1, 1, { epoch: E2 }))).toMatchObject({ standing: "reset", current: E1, applied: 0 })
    expect(lineAfter([batch(1, 1, { epoch: E2 })], at3)).toEqual({ ...at3, lastHeardAt: NOW, resetEpochs: [E2] })
  })

  it("of an epoch that was told to begin anew stays without effect, also once its parent is current", () => {
    const child = (epoch: string, parent: string) =>
      batch(1, 1, { epoch, previous: { epoch: parent, last: 3, carried: 0 } })
    const told = lineAfter([child(E3, E2)], at3)
    expect([told.current?.epoch, told.resetEpochs]).toEqual([E1, [E3]])
    const parented = lineAfter([child(E2, E1)], told)
    expect(parented.current?.epoch).toBe(E2)
    expect(ackOf(parented, child(E3, E2))).toMatchObject({ standing: "reset", current: E2 })
    expect(lineAfter([child(E3, E2)], parented).current?.epoch).toBe(E2)
  })

  it("of ever new unknown epochs lets the hub remember the newest alone", () => {
    const many = Array.from({ length: RESET_EPOCHS_MAX + 1 }, (_, n) => batch(1, 1, { epoch: `unknown-${n}` }))
    const { resetEpochs } = lineAfter(many, at3)
    expect([resetEpochs.length, resetEpochs[0]]).toEqual([RESET_EPOCHS_MAX, "unknown-1"])
  })

  it("that goes on from the current one takes its place and fences it", () => {
    const state = lineAfter([batch(1, 2, { epoch: E2, previous })], at3)
    expect(state.current).toMatchObject({ epoch: E2, applied: 2 })
    expect(state.fenced).toMatchObject([{ epoch: E1, applied: 3 }])
  })

  it("looks for what it carried over among what was applied, and for nothing else", () => {
    const carrying = effectsOf(at3, batch(1, 2, { epoch: E2, previous }))
    expect(carrying).toContainEqual(expect.objectContaining({ do: "apply", since: previous }))
    const later = effectsOf(
      lineAfter([batch(1, 2, { epoch: E2, previous })], at3),
      batch(3, 3, { epoch: E2, previous }),
    )
    expect(later).toContainEqual(expect.objectContaining({ do: "apply", since: null }))
  })

  it("that was fenced hands over the rest, and is told", () => {
    const state = lineAfter([batch(1, 2, { epoch: E2, previous })], at3)
    expect(appliedOf(state, batch(4, 4))).toEqual([4])
    expect(ackOf(state, batch(4, 4))).toMatchObject({ standing: "fenced", current: E2, applied: 4 })
    expect(lineAfter([batch(4, 4)], state).current).toMatchObject({ epoch: E2, applied: 2 })
  })

  it("that goes on from a fenced one is born fenced", () => {
    const state = lineAfter([batch(1, 2, { epoch: E2, previous })], at3)
    expect(ackOf(state, batch(1, 1, { epoch: E3, previous }))).toMatchObject({
      standing: "fenced",
      current: E2,
      applied: 1,
    })
  })

  it("of a new box is taken as it is, after a replacement", () => {
    const replaced = lineAfter([pull({ session: 9 }), { is: "replaced" }], at3)
    expect(replaced).toMatchObject({ current: null, online: false, downHead: 0, downAcked: 0 })
    const state = lineAfter([pull({ epoch: E2, session: 1 })], replaced)
    expect(state).toMatchObject({ current: { epoch: E2, applied: 0 }, session: 1, online: true })
  })

  it("is forgotten when there are far too many", () => {
    let state = at3
    for (let n = 0; n < FENCED_EPOCHS_MAX + 5; n++)
      state = lineAfter([{ is: "replaced" }, pull({ epoch: `epoch-new-${n}` })], state)
    expect(state.fenced).toHaveLength(FENCED_EPOCHS_MAX)
  })
})

describe("a pull", () => {
  const state: HubStoreState = { ...lineAfter([batch(1, 3)]), downHead: 5, downOffered: 3 }

  it("acknowledges what came before and asks for what follows", () => {
    const { state: pulled, effects } = stepHub(state, pull({ after: 3, mark: "d3", id: 8 }, "d3"), NOW)
    expect(pulled).toMatchObject({ downAcked: 3, downOffered: 3, session: 1, online: true, lastHeardAt: NOW })
    expect(effects).toEqual([
      { do: "offer", message: expect.objectContaining({ re: 8, after: 3, applied: 3, mark: "m3", hubTime: NOW }) },
    ])
  })

  it("of a fenced or unknown box is answered without ops: nothing may be at home in it", () => {
    const fencedLine = lineAfter([{ is: "replaced" }, pull({ epoch: E2 })], state)
    for (const epoch of [E1, E3]) {
      const [answer] = effectsOf(fencedLine, pull({ epoch })).filter((effect) => effect.do !== "alarm")
      expect(answer).toMatchObject({ do: "answer", message: { ops: [], standing: epoch === E1 ? "fenced" : "reset" } })
    }
  })

  it("that is further ahead than any backup explains changes nothing and gets no answer", () => {
    expect(stepHub(state, pull({ after: Number.MAX_SAFE_INTEGER, mark: "d9" }), NOW)).toEqual({
      state: state,
      effects: [{ do: "alarm", reason: "PULL_TOO_FAR_AHEAD", epoch: E1 }],
    })
  })

  it.each([
    ["is ahead of the log", pull({ after: 9, mark: "d9" }, null), { after: 3, to: 9 }],
    ["stands on another op", pull({ after: 4, mark: "x4" }, "d4"), { after: 3, to: 4 }],
  ])("of a store that %s has what it may not have numbered anew", (_name, input, range) => {
    expect(effectsOf(state, input)).toEqual([
      { do: "renumber-down", ...range },
      { do: "alarm", reason: "DOWN_DIVERGED", epoch: E1 },
      expect.objectContaining({ do: "offer" }),
    ])
  })
})

describe("presence", () => {
  const state = (session: number, online: boolean, epoch = E1): HubInput => ({
    is: "state",
    message: { session, online, epoch },
  })
  const up2 = lineAfter([pull({ session: 2 })])

  it.each([
    { name: "its own will", input: state(2, false), online: false },
    { name: "an older session's will", input: state(1, false), online: true },
    { name: "another epoch's will", input: state(9, false, E2), online: true },
    { name: "a newer birth", input: state(3, true), online: true },
  ])("after $name: online is $online", ({ input, online }) => {
    expect(lineAfter([input], up2).online).toBe(online)
  })

  it("is not woken by what was said before the last word", () => {
    const gone = lineAfter([state(2, false)], up2)
    expect(lineAfter([state(2, true)], gone).online).toBe(false)
    expect(lineAfter([pull({ session: 2 })], gone).online).toBe(false)
    expect(lineAfter([pull({ session: 3 })], gone).online).toBe(true)
  })
})

describe("a box that was replaced, by its dead credential", () => {
  const former = (input: HubInput): HubInput => ({ ...input, former: true }) as HubInput
  const replaced = lineAfter([batch(1, 3), { is: "replaced" }])

  it("hands over what it had sold, and is told that it is fenced; its store was not heard", () => {
    const silent = { ...replaced, lastHeardAt: null }
    expect(appliedOf(silent, former(batch(2, 5)))).toEqual([4, 5])
    expect(ackOf(silent, former(batch(2, 5)))).toMatchObject({ standing: "fenced", applied: 5 })
    expect(lineAfter([former(batch(2, 5))], silent)).toMatchObject({ current: null, lastHeardAt: null })
  })

  it("never speaks for the store again: neither by a new epoch before the next box has spoken, nor as the next one's child", () => {
    expect(ackOf(replaced, former(batch(1, 2, { epoch: E2 })))).toMatchObject({ standing: "reset" })
    const next = lineAfter([batch(1, 2, { epoch: E2 })], replaced)
    const child = former(batch(1, 1, { epoch: E3, previous: { epoch: E2, last: 2, carried: 1 } }))
    expect(ackOf(next, child)).toMatchObject({ standing: "fenced", applied: 1 })
    expect(lineAfter([child], next).current?.epoch).toBe(E2)
  })

  it("that is a copy of the box that speaks now must stop, and moves nothing of it", () => {
    const current = lineAfter([batch(1, 3)])
    expect(appliedOf(current, former(batch(4, 5)))).toEqual([])
    expect(ackOf(current, former(batch(4, 5)))).toMatchObject({ standing: "fenced", applied: 3 })
    const answer = effectsOf(current, former(pull())).find((effect) => effect.do === "answer")
    expect(answer).toMatchObject({ message: { standing: "fenced", ops: [] } })
    expect(lineAfter([former(batch(4, 5))], current).current).toEqual(current.current)
  })
})

describe("what a box tells of its own log", () => {
  const told = { made: 9, acked: 3 }
  const state = lineAfter([batch(1, 3), batch(4, 5, { told })])

  it("is kept while it speaks for the store, also when its message moves nothing", () => {
    expect(state).toMatchObject({ reported: told, current: { applied: 5 } })
    expect(lineAfter([pull({ told: { made: 12, acked: 5 } })], state).reported).toEqual({ made: 12, acked: 5 })
    expect(lineAfter([batch(6, 7)], state).reported).toEqual(told)
  })

  it("is nothing to its successor, and a box that was replaced tells nothing any more", () => {
    const replaced = lineAfter([{ is: "replaced" }, pull({ epoch: E2 })], state)
    expect(replaced.reported).toBeNull()
    expect(lineAfter([batch(6, 7, { told })], replaced).reported).toBeNull()
    const former = { ...pull({ epoch: E2, told }), former: true } as HubInput
    expect(lineAfter([former], replaced).reported).toBeNull()
  })
})
