import { describe, expect, it } from "vitest"
import { isLater } from "../../../../protocol/rules/orders/aggregator-status.ts"
import type { AggregatorMirror } from "../../../../protocol/shapes/callback.ts"

function mirror(n: number, occurredAt: string, receivedAt = "2026-11-21T18:00:00.000Z"): AggregatorMirror {
  const webhookEventId = `0b8f9c1e-5a6d-7e2b-9d3c-${String(n).padStart(12, "0")}`
  const rest = { channelCode: "GLOVO", providerEventId: `p-${n}`, eventId: "agg_1", metadata: null }
  return { ...rest, status: `S${n}`, webhookEventId, occurredAt, receivedAt }
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]]
  return all.flatMap((one, at) =>
    permutations(all.filter((_other, other) => other !== at)).map((rest) => [one, ...rest]),
  )
}

function lastOf(reports: readonly AggregatorMirror[]): AggregatorMirror | null {
  return reports.reduce<AggregatorMirror | null>((kept, next) => (isLater(next, kept) ? next : kept), null)
}

describe("latest aggregator report is shown, in whatever order reports are processed", () => {
  it.each<[what: string, reports: AggregatorMirror[], latest: string]>([
    ["one", [mirror(1, "2026-11-21T17:00:00Z")], "S1"],
    ["in order", [mirror(1, "2026-11-21T17:00:00Z"), mirror(2, "2026-11-21T17:01:00Z")], "S2"],
    ["the last came first", [mirror(1, "2026-11-21T17:09:00Z"), mirror(2, "2026-11-21T17:01:00Z")], "S1"],
    ["at one moment: the first received", [mirror(1, "2026-11-21T17:00:00Z"), mirror(2, "2026-11-21T17:00:00Z")], "S1"],
    [
      "at one moment, received by two processes",
      [
        mirror(1, "2026-11-21T17:00:00Z", "2026-11-21T18:00:00.001Z"),
        mirror(2, "2026-11-21T17:00:00Z", "2026-11-21T18:00:00.000Z"),
      ],
      "S2",
    ],
    [
      "one moment in two spellings",
      [mirror(1, "2026-11-21T12:00:00-05:00"), mirror(2, "2026-11-21T17:00:00.000Z")],
      "S1",
    ],
    ["no seconds", [mirror(1, "2026-11-21T12:01-05:00"), mirror(2, "2026-11-21T17:00:59.9Z")], "S1"],
    ["offsets", [mirror(1, "2026-11-21T12:30:00-05:00"), mirror(2, "2026-11-21T17:10:00Z")], "S1"],
    ["microseconds apart", [mirror(1, "2026-11-21T17:00:00.000001Z"), mirror(2, "2026-11-21T17:00:00.000002Z")], "S2"],
    [
      "a fraction and none",
      [mirror(1, "2026-11-21T17:00:00Z"), mirror(2, "2026-11-21T17:00:00.5Z"), mirror(3, "2026-11-21T17:00:01Z")],
      "S3",
    ],
    [
      "four",
      [
        mirror(1, "2026-11-21T17:03:00Z"),
        mirror(2, "2026-11-21T17:01:00Z"),
        mirror(3, "2026-11-21T17:04:00Z"),
        mirror(4, "2026-11-21T17:04:00Z"),
      ],
      "S3",
    ],
  ])("%s", (_what, reports, latest) => {
    for (const arrival of permutations(reports)) expect(lastOf(arrival)?.status).toBe(latest)
  })

  it("repeated report is not later than itself", () => {
    const one = mirror(1, "2026-11-21T17:00:00Z")
    expect(isLater(one, one)).toBe(false)
  })
})
