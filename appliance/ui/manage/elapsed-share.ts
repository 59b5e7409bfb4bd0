/** Progress of an outage test. Pure. */
import type { OutageTestReport } from "../../../protocol/http/outage-test.ts"

/** Elapsed share of the outage test, in percent. */
export function elapsedShare(
  { startedAt, endsAt }: Pick<OutageTestReport, "startedAt" | "endsAt">,
  now: string,
): number {
  const [start, end, at] = [startedAt, endsAt, now].map((moment) => Date.parse(moment)) as [number, number, number]
  return Math.min(100, Math.max(0, Math.round(((at - start) / Math.max(1, end - start)) * 100)))
}
