/** How soon the machines of a run forget what the other side has: within seconds, or not at all where somebody may still come back for it. */
import type { Retention } from "../../appliance/sync/run-effects.ts"
import { REPLAY_RETENTION_MS } from "../../protocol/sync/limits.ts"
import type { Fault } from "./faults.ts"
import type { World } from "./world.ts"

const SOON_MS = 10_000
const EVERY_OPS = 10

/** A hub from a backup asks for what it had; what a box's clock is a day beyond would be forgotten while it is still asked for. */
export function keepingOf(world: World): Retention {
  return {
    ms: keptMs(world, "hub restored from backup", "store clock jump"),
    // A hub whose clock is set back by a day lets a command that is under way live a day longer.
    answersMs: keptMs(world, "hub restored from backup", "store clock jump", "hub clock jump"),
    everyOps: EVERY_OPS,
  }
}

/** A box from a backup, and a copy of one, ask for what they had. */
export function downKeptMs(world: World): number {
  const ofStore = ["store restored from backup", "old copy put back", "database damaged"] as const
  return keptMs(world, "hub restored from backup", "two boxes with one identity", ...ofStore)
}

/** Long, where one of these may bring somebody back for it. */
function keptMs(world: World, ...returning: readonly Fault[]): number {
  return returning.some(world.has) ? REPLAY_RETENTION_MS : SOON_MS
}
