/** Runs a promotion as a process of its own, until it dies after a step or ends. */
import type { PromotionStep } from "../../../appliance/standby/index.ts"
import type { PromotionRequest } from "../../../appliance/standby/promote.ts"
import type { StandbyConfig } from "../../../appliance/standby/run-standby.ts"
import { runWatched } from "../../kit/watched-process.ts"

export interface PromotionRun {
  readonly config: StandbyConfig
  readonly dieAfter?: PromotionStep
  /** Left out: it goes on by itself with what it was doing. */
  readonly asked?: PromotionRequest
}

/** What it said at its end; `died` where the power went. */
export async function runPromotion(program: string, run: PromotionRun): Promise<string> {
  const { code, signal, out, err } = await runWatched(process.execPath, [program, JSON.stringify(run)])
  if (signal === "SIGKILL") return "died"
  if (code !== 0) throw new Error(err || `the promotion ended with ${code}`)
  return out
}
