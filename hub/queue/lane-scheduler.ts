/** Starts leased jobs within two limits, per lane and per process. Waiting lanes take turns. */
import type { LeasedJob } from "./leased-job.ts"

interface LaneScheduler {
  /** Each job begins, or waits behind the jobs of its lane. */
  add(jobs: readonly LeasedJob[]): void
  /** A job of this lane has left its place: the next one may begin. */
  leave(lane: string): void
  /** No further job begins. */
  close(): void
}

interface LaneLimits {
  readonly laneMax: number
  readonly processMax: number
  readonly begin: (leased: LeasedJob) => void
}

interface Lane {
  readonly waiting: LeasedJob[]
  running: number
}

export function createLaneScheduler({ laneMax, processMax, begin }: LaneLimits): LaneScheduler {
  const lanes = new Map<string, Lane>()
  /** Lanes with a waiting job and a free place. A lane that has had its turn comes last. */
  const ready = new Set<string>()
  let running = 0
  let isClosed = false

  const updateReady = (name: string) => {
    const lane = lanes.get(name)
    if (!lane) return
    if (lane.waiting.length > 0 && lane.running < laneMax) ready.add(name)
    else ready.delete(name)
    if (lane.waiting.length === 0 && lane.running === 0) lanes.delete(name)
  }
  const beginNext = () => {
    for (const name of ready) {
      if (isClosed || running >= processMax) return
      const lane = lanes.get(name)
      const leased = lane?.waiting.shift()
      ready.delete(name)
      if (!lane || !leased) continue
      lane.running += 1
      running += 1
      updateReady(name)
      begin(leased)
    }
  }
  return {
    add(jobs) {
      for (const leased of jobs) {
        const name = leased.job.lane
        const lane = lanes.get(name) ?? { waiting: [], running: 0 }
        lanes.set(name, lane)
        lane.waiting.push(leased)
        updateReady(name)
      }
      beginNext()
    },
    leave(name) {
      const lane = lanes.get(name)
      if (!lane) return
      lane.running -= 1
      running -= 1
      updateReady(name)
      beginNext()
    },
    close() {
      isClosed = true
    },
  }
}
