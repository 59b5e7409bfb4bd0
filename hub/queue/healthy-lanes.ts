/** Lanes whose last job went well: a process leases more of their jobs at once. A lane that fails or has not answered yet gets no more jobs than can run. */

/** Each claim sends their names to the database. */
const LANES_MAX = 100

interface HealthyLanes {
  note(lane: string, wentWell: boolean): void
  /** The latest lane comes last. */
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
