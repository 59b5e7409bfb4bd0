/** Runs work one at a time per store, and many stores at once. A full lane drops further messages: the store sends them again. */
import { WAITING_BYTES_MAX } from "../../protocol/sync/limits.ts"

const LANE_MAX = 32

interface StoreLanes {
  /** Returns whether there was room. `bytes`: the memory that the work keeps until it is done. */
  run(lane: string, bytes: number, work: () => Promise<void>): boolean
  /** Resolves when all accepted work is done. */
  idle(): Promise<void>
}

export function createStoreLanes(): StoreLanes {
  const lanes = new Map<string, { length: number; bytes: number; tail: Promise<void> }>()
  return {
    run(name, bytes, work) {
      const lane = lanes.get(name) ?? { length: 0, bytes: 0, tail: Promise.resolve() }
      if (lane.length >= LANE_MAX || (lane.length > 0 && lane.bytes + bytes > WAITING_BYTES_MAX)) return false
      lane.length += 1
      lane.bytes += bytes
      lanes.set(name, lane)
      lane.tail = lane.tail.then(work).finally(() => {
        lane.length -= 1
        lane.bytes -= bytes
        if (lane.length === 0) lanes.delete(name)
      })
      return true
    },
    async idle() {
      while (lanes.size > 0) await Promise.allSettled([...lanes.values()].map((lane) => lane.tail))
    },
  }
}
