/** Whose turn it is among the jobs that a process holds: so many of a lane at once, so many in all, and lanes that wait go on in turn. */
import type { LeasedJob } from "./leased-job.ts"

export interface LaneScheduler {
  /** They begin, or wait behind those of their lane. */
  add(jobs: readonly LeasedJob[]): void
  /** One of this lane no longer needs its place. */
  leave(lane: string): void
  /** Nobody begins any more. */
  close(): void
}

export interface LaneLimits {
  readonly laneMax: number
  readonly atOnceMax: number
  readonly begin: (leased: LeasedJob) => void
}

interface Lane {
  readonly waiting: LeasedJob[]
  atWork: number
}

export function createLaneScheduler({ laneMax, atOnceMax, begin }: LaneLimits): LaneScheduler {
  const lanes = new Map<string, Lane>()
  /** Lanes with somebody who waits and a place for him; who has had a turn comes last. */
  const ready = new Set<string>()
  let atWork = 0
  let isClosed = false

  const place = (name: string) => {
    const lane = lanes.get(name)
    if (!lane) return
    if (lane.waiting.length > 0 && lane.atWork < laneMax) ready.add(name)
    else ready.delete(name)
    if (lane.waiting.length === 0 && lane.atWork === 0) lanes.delete(name)
  }
  const goOn = () => {
    for (const name of ready) {
      if (isClosed || atWork >= atOnceMax) return
      const lane = lanes.get(name)
      const leased = lane?.waiting.shift()
      ready.delete(name)
      if (!lane || !leased) continue
      lane.atWork += 1
      atWork += 1
      place(name)
      begin(leased)
    }
  }
  return {
    add(jobs) {
      for (const leased of jobs) {
        const name = leased.job.lane
        const lane = lanes.get(name) ?? { waiting: [], atWork: 0 }
        lanes.set(name, lane)
        lane.waiting.push(leased)
        place(name)
      }
      goOn()
    },
    leave(name) {
      const lane = lanes.get(name)
      if (!lane) return
      lane.atWork -= 1
      atWork -= 1
      place(name)
      goOn()
    },
    close() {
      isClosed = true
    },
  }
}
