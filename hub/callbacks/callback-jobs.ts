/** The queue's workers for reports, and what is worked off with its acceptance. `callback.fiscal` is not among them: what it does to a document is fiscal's. */
import type { JobKinds } from "../queue/index.ts"
import type { ImmediateOutcome } from "./accept-reports.ts"
import { immediateAggregatorReports, mergeAggregator } from "./apply-aggregator-report.ts"
import { type ApplyKitchenReportDeps, applyKitchenReport } from "./apply-kitchen-report.ts"
import type { ImmediateWork } from "./incoming-report.ts"

export type CallbackDeps = ApplyKitchenReportDeps

export function callbackKinds(deps: CallbackDeps): JobKinds {
  return { "callback.aggregator": mergeAggregator(deps), "callback.kitchen": applyKitchenReport(deps) }
}

export function immediateCallbacks({ downlink }: Pick<CallbackDeps, "downlink">): ImmediateOutcome {
  return { aggregator: immediateAggregatorReports(downlink) as ImmediateWork }
}
