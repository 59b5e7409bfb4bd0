import { expect, it } from "vitest"
import { createHealthyLanes } from "../../../hub/queue/healthy-lanes.ts"

it("a lane is healthy from a job that succeeds to one that fails; the latest hundred lanes are remembered", () => {
  const lanes = createHealthyLanes()
  for (let n = 0; n < 101; n += 1) lanes.note(`lane-${n}`, true)
  lanes.note("lane-7", false)
  lanes.note("lane-1", true)
  expect(lanes.names().length).toBe(99)
  expect(["lane-0", "lane-7"].filter((name) => lanes.names().includes(name))).toEqual([])
  expect(lanes.names().at(-1)).toBe("lane-1")
})
