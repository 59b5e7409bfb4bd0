/** How far a drill is. Pure. */
import type { DrillReport } from "../../../protocol/http/outage-test.ts"

/** How much of the drill is over, in percent. */
export function partOver({ startedAt, endsAt }: Pick<DrillReport, "startedAt" | "endsAt">, now: string): number {
  const [start, end, at] = [startedAt, endsAt, now].map((moment) => Date.parse(moment)) as [number, number, number]
  return Math.min(100, Math.max(0, Math.round(((at - start) / Math.max(1, end - start)) * 100)))
}
