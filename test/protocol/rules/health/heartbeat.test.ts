import { describe, expect, it, test } from "vitest"
import { acceptHeartbeat } from "../../../../protocol/rules/health/heartbeat.ts"
import { type Component, type Heartbeat, Component as Shape } from "../../../../protocol/shapes/heartbeat.ts"
import { createValidator } from "../../../../runtime/validate.ts"
import { STORE_ID, TENANT } from "../../../kit/orders.ts"

const AT = "2026-11-21T17:00:00.000Z"
const LATER = "2026-11-21T17:10:00.000Z"

function aBeat(over: Partial<Heartbeat> = {}): Heartbeat {
  return { componentType: "pos", componentId: "pos-1", storeId: STORE_ID, status: "online", ...over }
}

function beat(over: Partial<Heartbeat>, component: Component | null = null, now = AT) {
  return acceptHeartbeat({ beat: aBeat(over), component, tenant: TENANT, now })
}

describe("first heartbeat", () => {
  it("enrols the component", () => {
    const { component, stale } = beat({ appVersion: "1.4.0", details: { printer: "ok" } })
    expect(stale).toBe(false)
    expect(component).toEqual({
      ...aBeat({ appVersion: "1.4.0", details: { printer: "ok" } }),
      ...TENANT,
      firstBeatAt: AT,
      lastBeatAt: AT,
    })
    expect(createValidator().check(Shape, component)).toEqual([])
  })

  it("is accepted at any age", () => {
    expect(beat({ sentAt: "2026-11-01T00:00:00Z" }).stale).toBe(false)
  })
})

describe("later heartbeat", () => {
  const known = beat({
    status: "degraded",
    degradedReason: "printer_down",
    sentAt: "2026-11-21T12:00:00-05:00",
  }).component

  test.each([
    ["sent later", "2026-11-21T17:05:00Z", false],
    ["sent at the same moment, with another offset", "2026-11-21T17:00:00Z", false],
    ["sent before", "2026-11-21T16:59:59.999Z", true],
    ["sent before, though its text sorts after", "2026-11-21T18:00:00+05:00", true],
    ["without a moment", undefined, false],
  ])("%s: stale is %4$s", (_, sentAt, stale) => {
    const answer = beat(sentAt === undefined ? {} : { sentAt }, known, LATER)
    expect(answer.stale).toBe(stale)
    if (stale) expect(answer.component).toBe(known)
    else expect(answer.component).toMatchObject({ status: "online", firstBeatAt: AT, lastBeatAt: LATER })
  })

  it("clears the previous degraded reason", () => {
    expect(beat({}, known, LATER).component).not.toHaveProperty("degradedReason")
  })

  it("without sentAt keeps the last sentAt", () => {
    const silent = beat({}, known, LATER).component
    expect(beat({ sentAt: "2026-11-21T16:00:00Z" }, silent, LATER).stale).toBe(true)
  })
})

it("device whose clock was ahead is accepted after the clock is corrected", () => {
  const ahead = beat({ sentAt: "2099-01-01T00:00:00Z" }).component
  expect(ahead.sentAt).toBe(AT)
  expect(beat({ sentAt: LATER }, ahead, LATER).stale).toBe(false)
})
