import { describe, expect, it, test } from "vitest"
import type { Hours } from "../../../../protocol/rules/business-day/operating-hours.ts"
import {
  decideComponentState,
  type ForwardingBox,
  type Life,
  type LifeState,
  noteHeartbeat,
  shownState,
} from "../../../../protocol/rules/health/component-states.ts"

const ALWAYS: Hours = { timeZone: "America/Guayaquil", active: "ACTIVE", operatingHours: {} }
const LAST = "2026-11-16T16:00:00.000Z"

function life(over: Partial<Life> = {}): Life {
  return { state: "watched", trialHour: null, lastBeatAt: LAST, toldSeconds: 600, patienceSeconds: 600, ...over }
}

function judged(over: Partial<Life>, now: string, more: { box?: ForwardingBox; listeningSince?: string } = {}) {
  return decideComponentState({ life: life(over), hours: ALWAYS, listeningSince: null, box: null, now, ...more })
}

describe("accepted heartbeat", () => {
  test.each<[string, Life | null, string, LifeState]>([
    ["the first one enrols", null, LAST, "trial"],
    [
      "in the same hour it is still on trial",
      life({ state: "trial", trialHour: "2026-11-16T16" }),
      "2026-11-16T16:50:00.000Z",
      "trial",
    ],
    [
      "in another hour ends the trial",
      life({ state: "trial", trialHour: "2026-11-16T16" }),
      "2026-11-16T17:00:00.000Z",
      "watched",
    ],
    ["of one that is watched changes nothing", life(), "2026-11-16T16:10:00.000Z", "watched"],
    ["of one that is down brings it back", life({ state: "down" }), "2026-11-16T18:00:00.000Z", "watched"],
    ["of one behind its box shows it", life({ state: "hidden" }), "2026-11-16T18:00:00.000Z", "watched"],
    [
      "of one that has left brings it back as it was",
      life({ state: "retired" }),
      "2026-12-24T18:00:00.000Z",
      "watched",
    ],
    [
      "of one that left on trial, in its hour",
      life({ state: "retired", trialHour: "2026-11-16T16" }),
      "2026-11-16T16:00:00.000Z",
      "trial",
    ],
  ])("%s", (_, before, at, state) => {
    expect(noteHeartbeat(before, { at, intervalSeconds: 600 }).life.state).toBe(state)
  })

  it("reports the end of an outage and of the trial", () => {
    const at = "2026-11-16T18:00:00.000Z"
    expect(noteHeartbeat(life({ state: "down" }), { at, intervalSeconds: 600 })).toMatchObject({
      returned: true,
      proven: false,
    })
    const trial = life({ state: "trial", trialHour: "2026-11-16T16" })
    expect(noteHeartbeat(trial, { at, intervalSeconds: 600 })).toMatchObject({ returned: false, proven: true })
  })

  it("is expected at the longer interval for one cycle after a change", () => {
    const told = noteHeartbeat(life(), { at: LAST, intervalSeconds: 60 }).life
    expect(told).toMatchObject({ toldSeconds: 60, patienceSeconds: 600 })
    expect(noteHeartbeat(told, { at: LAST, intervalSeconds: 60 }).life).toMatchObject({
      toldSeconds: 60,
      patienceSeconds: 60,
    })
  })
})

describe("silence of a component", () => {
  const silent = "2026-11-16T16:21:00.000Z"
  const box = (over: Partial<ForwardingBox> = {}): ForwardingBox => ({
    lastBeatAt: silent,
    isDown: false,
    resumedAt: null,
    ...over,
  })

  it("is an outage after two intervals, not after one", () => {
    expect(judged({}, "2026-11-16T16:20:59.000Z")).toEqual({ is: "fine", lookAt: silent })
    expect(judged({}, silent).is).toBe("down")
  })

  it("is ignored during the trial", () => {
    expect(judged({ state: "trial", trialHour: "2026-11-16T16" }, "2026-11-17T16:00:00.000Z")).toEqual({
      is: "fine",
      lookAt: "2026-11-23T16:00:00.000Z",
    })
  })

  test.each<[LifeState]>([["trial"], ["watched"], ["down"], ["hidden"]])("of seven days retires who is %s", (state) => {
    const trialHour = state === "trial" ? "2026-11-16T16" : null
    expect(judged({ state, trialHour }, "2026-11-23T15:59:59.999Z").is).not.toBe("retired")
    expect(judged({ state, trialHour }, "2026-11-23T16:00:00.000Z").is).toBe("retired")
  })

  test.each<[string, ForwardingBox, string, string]>([
    ["its box was heard since: it is down", box(), silent, "down"],
    ["its box is silent too, nobody knows how: wait", box({ lastBeatAt: "2026-11-16T16:20:00.000Z" }), silent, "fine"],
    ["its box is down: hidden behind it", box({ lastBeatAt: LAST, isDown: true }), silent, "hidden"],
    [
      "its box has just come back: an interval is left to it",
      box({ resumedAt: "2026-11-16T16:15:00.000Z" }),
      silent,
      "fine",
    ],
  ])("behind a box; %s", (_, behind, now, is) => {
    expect(judged({}, now, { box: behind }).is).toBe(is)
  })

  it("is ignored in the interval after the hub was away", () => {
    const listeningSince = "2026-11-16T18:00:00.000Z"
    expect(judged({}, "2026-11-16T18:10:59.000Z", { listeningSince }).is).toBe("fine")
    expect(judged({}, "2026-11-16T18:11:00.000Z", { listeningSince }).is).toBe("down")
    expect(judged({}, "2026-12-24T18:00:00.000Z", { listeningSince: "2026-12-24T18:00:00.000Z" }).is).toBe("fine")
  })
})

test.each([
  ["online", "2026-11-16T16:10:59.000Z", life(), "online"],
  ["late after one interval", "2026-11-16T16:11:00.000Z", life(), "late"],
  ["down once declared", "2026-11-16T16:30:00.000Z", life({ state: "down" }), "down"],
  ["unknown behind its box", "2026-11-16T16:30:00.000Z", life({ state: "hidden" }), "unknown"],
  ["retired", "2026-12-24T16:30:00.000Z", life({ state: "retired" }), "retired"],
])("component is shown as %s", (_, now, of, expected) => {
  expect(shownState({ life: of, status: "online", hours: ALWAYS, now })).toBe(expected)
})
