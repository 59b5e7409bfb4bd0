/** Lanes whose last job went well, the latest of them: more of such a lane is taken at once. What fails or has not answered yet is taken as it can be worked on. */

/** Their names go over with each claim. */
const LANES_MAX = 100

export interface HealthyLanes {
  note(lane: string, wentWell: boolean): void
  names(): readonly string[]
}

export function createHealthyLanes(): HealthyLanes {
  const lanes = new Set<string>()
  return {
    note(lane, wentWell) {
      lanes.delete(lane)
      if (wentWell) lanes.add(lane)
      const [oldest] = lanes
      if (oldest !== undefined && lanes.size > LANES_MAX) lanes.delete(oldest)
    },
    names: () => [...lanes],
  }
}
