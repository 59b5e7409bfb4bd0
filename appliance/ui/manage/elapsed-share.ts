/** How far a drill is. Pure. */
import type { OutageTestReport } from "../../../protocol/http/outage-test.ts"

/** How much of the drill is over, in percent. */
export function elapsedShare(
  { startedAt, endsAt }: Pick<OutageTestReport, "startedAt" | "endsAt">,
  now: string,
): number {
  const [start, end, at] = [startedAt, endsAt, now].map((moment) => Date.parse(moment)) as [number, number, number]
  return Math.min(100, Math.max(0, Math.round(((at - start) / Math.max(1, end - start)) * 100)))
}
