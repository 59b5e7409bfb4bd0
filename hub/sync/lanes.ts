/** One thing at a time for each store, many stores at once; a lane that is too long drops what comes, since it will be said again. */
const LANE_MAX = 32

export interface Lanes {
  /** Answers whether there was room. */
  run(lane: string, work: () => Promise<void>): boolean
  /** Resolves when everything that was taken is done. */
  idle(): Promise<void>
}

export function createLanes(): Lanes {
  const lanes = new Map<string, { length: number; tail: Promise<void> }>()
  return {
    run(name, work) {
      const lane = lanes.get(name) ?? { length: 0, tail: Promise.resolve() }
      if (lane.length >= LANE_MAX) return false
      lane.length += 1
      lanes.set(name, lane)
      lane.tail = lane.tail.then(work).finally(() => {
        lane.length -= 1
        if (lane.length === 0) lanes.delete(name)
      })
      return true
    },
    async idle() {
      while (lanes.size > 0) await Promise.allSettled([...lanes.values()].map((lane) => lane.tail))
    },
  }
}
