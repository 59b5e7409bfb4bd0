/** The queue's workers for reports. `callback.fiscal` is not among them: what it does to a document is fiscal's. */
import type { JobKinds } from "../queue/index.ts"
import { type Judging, judgeKitchen } from "./judge-kitchen.ts"
import { mergeAggregator } from "./merge-aggregator.ts"

export type CallbackParts = Judging

export function callbackKinds(parts: CallbackParts): JobKinds {
  return { "callback.aggregator": mergeAggregator(parts.downlink), "callback.kitchen": judgeKitchen(parts) }
}
