import { expect, it, test } from "vitest"
import { nextReload } from "../../ui/page-boundary.tsx"

it("a page that fails at each start waits longer each time, up to five minutes", () => {
  const waits: number[] = []
  for (let start = 0; start < 9; start += 1) waits.push(nextReload(waits.at(-1) ?? null, 800))
  expect(waits.map((ms) => ms / 1000)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
})

test.each([
  ["just before it has settled", 40_000, 59_999, 80_000],
  ["once it has been up for a minute", 300_000, 60_000, 5_000],
  ["with a wait that is none", -1, 800, 5_000],
])("%s", (_, before, upMs, next) => expect(nextReload(before, upMs)).toBe(next))
