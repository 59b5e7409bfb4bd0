import { describe, expect, it } from "vitest"
import { createLaneScheduler } from "../../../hub/queue/lane-scheduler.ts"
import type { LeasedJob } from "../../../hub/queue/leased-job.ts"
import { TENANT } from "./mark.ts"

/** Jobs that are named by their lane and their number, as they begin. */
function openTurns(limits: { laneMax: number; processMax: number }) {
  const begun: string[] = []
  const turns = createLaneScheduler({ ...limits, begin: ({ job }) => void begun.push(job.id) })
  const jobs = (lane: string, count: number) =>
    Array.from({ length: count }, (_, n): LeasedJob => {
      const job = {
        id: `${lane}${n}`,
        kind: "work",
        lane,
        tenant: TENANT,
        attempts: 1,
        body: null,
        firstReceivedAt: "",
      }
      return { job, fence: 1 }
    })
  return { turns, begun, jobs }
}

describe("the jobs that a process has claimed", () => {
  it("run in order, at most as many of a lane as allowed at once", () => {
    const { turns, begun, jobs } = openTurns({ laneMax: 2, processMax: 10 })
    turns.add(jobs("a", 4))
    expect(begun).toEqual(["a0", "a1"])
    turns.leave("a")
    expect(begun).toEqual(["a0", "a1", "a2"])
    turns.leave("a")
    turns.leave("a")
    turns.leave("a")
    turns.add(jobs("a", 3))
    expect(begun).toEqual(["a0", "a1", "a2", "a3", "a0", "a1"])
  })

  it("run at most as many as allowed in total, and waiting lanes take turns", () => {
    const { turns, begun, jobs } = openTurns({ laneMax: 4, processMax: 2 })
    turns.add([...jobs("a", 3), ...jobs("b", 2), ...jobs("c", 1)])
    expect(begun).toEqual(["a0", "b0"])
    for (const lane of ["a", "b", "c", "a"]) turns.leave(lane)
    expect(begun).toEqual(["a0", "b0", "c0", "a1", "b1", "a2"])
  })

  it("start no more when the workers stop", () => {
    const { turns, begun, jobs } = openTurns({ laneMax: 1, processMax: 10 })
    turns.add(jobs("a", 2))
    turns.close()
    turns.leave("a")
    turns.add(jobs("b", 1))
    expect(begun).toEqual(["a0"])
  })
})
