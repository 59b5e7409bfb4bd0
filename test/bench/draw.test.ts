import { describe, expect, it } from "vitest"
import { drawFound } from "./draw.ts"
import { checkLine, type Row } from "./report.ts"

const machine = { cpu: "a <fast> one", cores: 2, node: "v20", load: [0.5] }
const row = (over: Partial<Row>): Row => ({
  ...{ line: "box", what: "orders", unit: "/s", ours: 40, against: { name: "bare", value: 100 } },
  goal: { of: "ratio", atLeast: 0.5 },
  ...over,
})
const draw = (...rows: Row[]) =>
  drawFound({ at: "2026-11-21T23:00:00.000Z", machine, rows: rows.map(checkLine), failed: ["menu"] })

describe("the bench's picture", () => {
  it("has a bar for each goal, as long as the share of the ideal, and says which is short of it", () => {
    const picture = draw(row({}), row({ ours: 80 }), row({ goal: null, what: "without a goal" }))
    expect(picture).toContain("1 of 2 goals reached")
    expect(widthsOf(picture, "short")).toEqual([88])
    expect(widthsOf(picture, "met")).toEqual([176])
    expect(picture).toContain("0.40  (≥ 0.50)  short")
    expect(picture).not.toContain("without a goal")
  })

  it("shows what is used of what is allowed, and cuts a bar that would leave the picture", () => {
    const least = row({ what: "per request", ours: 600, goal: { of: "ratio", atLeast: 3 } })
    const most = (ours: number) => row({ unit: "ms", against: null, ours, goal: { of: "value", atMost: 30 } })
    const picture = draw(least, most(15), most(3_000))
    expect(picture).not.toContain("Share of the bare ideal")
    expect(widthsOf(picture, "met")).toEqual([110, 110])
    expect(widthsOf(picture, "short")).toEqual([330])
    expect(picture).toContain("3,000 ms  (≤ 30.0)  short")
  })

  it("says where and when it was, what failed, and keeps words from being markup", () => {
    expect(draw(row({}))).toContain("2026-11-21 23:00 UTC, 2 × a &#60;fast&#62; one, Node v20, load 0.5")
    expect(draw(row({}))).toContain("failed: menu")
  })
})

function widthsOf(picture: string, kind: string): number[] {
  return [...picture.matchAll(new RegExp(`class="${kind}"[^>]* width="([\\d.]+)"`, "g"))].map(([, width]) =>
    Number(width),
  )
}
