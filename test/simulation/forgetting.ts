/** How soon the machines of a run forget what the other side has: within seconds, or not at all where somebody may still come back for it. */
import type { Keeping } from "../../appliance/sync/carry-out.ts"
import { REPLAY_KEPT_MS } from "../../protocol/sync/limits.ts"
import type { World } from "./world.ts"

const SOON: Keeping = { ms: 10_000, everyOps: 10 }
const LATE: Keeping = { ms: REPLAY_KEPT_MS, everyOps: 10 }

/** A hub from a backup asks for what it had; answers that a clock is a day beyond would be forgotten while they are still asked for. */
export function keepingOf(world: World): Keeping {
  return world.has("hub restored from backup") || world.has("store clock jump") ? LATE : SOON
}

/** A box from a backup, and a copy of one, ask for what they had. */
export function downKeptMs(world: World): number {
  const returning = ["hub restored from backup", "store restored from backup", "two boxes with one identity"] as const
  return returning.some(world.has) ? REPLAY_KEPT_MS : SOON.ms
}
