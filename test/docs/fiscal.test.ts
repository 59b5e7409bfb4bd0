/** The operators' page on fiscal numbering: its points number, in the order of its headings, and its codes are all there are. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import {
  adapterOf,
  type Country,
  FAILURE_CODES,
  type FiscalAdapter,
  pointsClash,
} from "../../protocol/rules/fiscal/index.ts"
import { createValidator } from "../../protocol/runtime/validate.ts"
import { FiscalPoint } from "../../protocol/shapes/fiscal-point.ts"

const PAGE = readFileSync(new URL("../../docs/operators/fiscal.md", import.meta.url), "utf8")
const BLOCKS = [...PAGE.matchAll(/^## (\w+)\n[^#]*?```json\n([\s\S]*?)```/gm)]
const NAMES: Readonly<Record<string, Country>> = {
  Ecuador: "EC",
  Brazil: "BR",
  Colombia: "CO",
  Chile: "CL",
  Argentina: "AR",
  Venezuela: "VE",
}
const validator = createValidator()

it("has every country", () => {
  expect(BLOCKS.map(([, name = ""]) => NAMES[name])).toEqual(Object.values(NAMES))
})

it.each(BLOCKS.map(([, name = "", block = ""]) => [name, block]))(
  "shows points of %s that number apart",
  (name, block) => {
    const adapter = adapterOf(NAMES[name] as Country) as FiscalAdapter
    const points = JSON.parse(block as string) as FiscalPoint[]
    expect(points.map((point) => [validator.check(FiscalPoint, point), adapter.checkPoint(point)])).toEqual(
      points.map(() => [[], []]),
    )
    expect(new Set(points.map(({ side }) => side))).toEqual(new Set(["hub", "appliance"]))
    for (const [index, point] of points.entries()) {
      for (const other of points.slice(0, index)) {
        expect(pointsClash(adapter, [other, point], { environment: "PRODUCTION", isOneCounter: false })).toBe(false)
      }
    }
  },
)

it("explains every code of a failure", () => {
  const told = [...PAGE.matchAll(/^\| `(FISCAL_\w+)`/gm)].map(([, code]) => code)
  expect(told.toSorted()).toEqual([...FAILURE_CODES].toSorted())
})
