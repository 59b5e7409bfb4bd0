import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import {
  cancellationGroup,
  checkCancellationType,
  readCancellation,
  reasonsOfChannel,
} from "../../../../protocol/rules/cancellation/cancellation-reasons.ts"
import { CancellationRequest } from "../../../../protocol/shapes/cancellation.ts"
import { createValidator } from "../../../../runtime/validate.ts"

const LEFT = { id: "customer-left", text: "El cliente se retiró", channels: ["POS", "KIOSK"] }
const MISTAKE = { id: "mistake", text: "Error del pedido" }
const RIDER = { id: "rider-missing", text: "Sin repartidor", channels: ["GLOVO"] }
const REASONS = [LEFT, MISTAKE, RIDER]

describe("cancellation reasons of the channel", () => {
  it.each([
    ["POS", [LEFT, MISTAKE]],
    ["WEB", [MISTAKE]],
    ["GLOVO", [RIDER]],
    ["RAPPI", []],
    ["pos", [LEFT, MISTAKE]],
    ["Glovo", [RIDER]],
  ])("%s", (channel, expected) => {
    expect(reasonsOfChannel(REASONS, channel)).toEqual(expected)
  })
})

describe("cancellation type", () => {
  it.each([
    ["of the aggregator's catalogue", "rider-missing", "GLOVO", true],
    ["of another catalogue, on an aggregator", "customer-left", "GLOVO", false],
    ["of nobody's, on an aggregator", "whatever", "GLOVO", false],
    ["of an aggregator without a catalogue", "rider-missing", "RAPPI", false],
    ["left out, on an aggregator", undefined, "GLOVO", true],
    ["of nobody's, on an own channel", "whatever", "WEB", true],
  ])("%s", (_what, type, channel, taken) => {
    const refusal = checkCancellationType(REASONS, { type, channel })
    expect(refusal === null).toBe(taken)
    if (refusal) expect(refusal.details?.map(({ path }) => path)).toEqual(["cancellationType"])
  })

  it.each([
    ["rider-missing", "GLOVO", "aggregator"],
    ["customer-left", "POS", "account"],
    ["mistake", "APP", "account"],
    ["whatever", "POS", "other"],
    [null, "GLOVO", "other"],
  ])("%s on %s is of the group %s", (type, channel, group) => {
    expect(cancellationGroup(type, REASONS, channel)).toBe(group)
  })
})

describe("cancellation body", () => {
  const validator = createValidator()
  const faults = (body: unknown) => validator.check(CancellationRequest, body).map(({ path }) => path)

  it.each([
    ["no reason", {}, ["reason"]],
    ["a reason of 4 characters", { reason: "four" }, ["reason"]],
    ["a reason of 501 characters", { reason: "x".repeat(501) }, ["reason"]],
    ["a note of 501 characters", { reason: "enough", cancellationNote: "x".repeat(501) }, ["cancellationNote"]],
  ])("with %s is refused with the path of the fault", (_what, body, paths) => {
    expect(faults(body)).toEqual(paths)
  })

  it("accepts reasons of 5 and 500 characters and a note of 500, and ignores a group", () => {
    for (const reason of ["fives", "x".repeat(500)]) {
      expect(faults({ reason, cancellationNote: "n".repeat(500), cancellationGroup: "mine" })).toEqual([])
    }
  })

  it("is stored by parts, with a derived group", () => {
    const request = {
      reason: " El cliente se retiró ",
      cancellationType: "customer-left",
      cancellationNote: "en caja 2",
    }
    const asked = { channel: "POS", reasons: REASONS, by: "apikey:k" }
    expect(readCancellation({ ...request, cancellationGroup: "mine" } as never, asked)).toEqual({
      reason: "El cliente se retiró",
      type: "customer-left",
      note: "en caja 2",
      group: "account",
      by: "apikey:k",
    })
  })

  it("is refused when the reason is blank", () => {
    const read = readCancellation({ reason: "  abc   " }, { channel: "POS", reasons: REASONS, by: "k" })
    expect(isRefusal(read) && read.details?.map(({ path }) => path)).toEqual(["reason"])
  })
})
