/** The queue's workers for reports, and what is worked off with its acceptance. `callback.fiscal` is not among them: what it does to a document is fiscal's. */
import type { JobKinds } from "../queue/index.ts"
import type { AtOnce } from "./accept-reports.ts"
import { mergeAggregator, mergeAtOnce } from "./apply-aggregator-report.ts"
import { type Judging, judgeKitchen } from "./apply-kitchen-report.ts"
import type { WorkAtOnce } from "./incoming-report.ts"

export type CallbackParts = Judging

export function callbackKinds(parts: CallbackParts): JobKinds {
  return { "callback.aggregator": mergeAggregator(parts), "callback.kitchen": judgeKitchen(parts) }
}

export function callbacksAtOnce({ downlink }: Pick<CallbackParts, "downlink">): AtOnce {
  return { aggregator: mergeAtOnce(downlink) as WorkAtOnce }
}
