/** The job kinds of reports, and the kinds that are applied with their acceptance. `callback.fiscal` belongs to `fiscal/`, which changes documents. */
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
