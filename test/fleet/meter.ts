/** What the stores of a fleet count while they run. */
import { median, percentile } from "../bench/measure.ts"

export interface FleetMeter {
  connected(at: number): void
  /** The machine gave its connection up. */
  renewed(): void
  acknowledged(op: { readonly ms: number; readonly onLine: boolean }): void
  fault(reason: string): void
  read(): FleetCounts
  /** Of connections from here on. */
  connectsSince(from: number): Waits
}

export interface Waits {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly most: number
}

export interface FleetCounts {
  readonly orders: number
  /** From made to acknowledged, in milliseconds: while the line was up, and of those that waited for their line. */
  readonly onLine: Waits
  readonly behind: Waits
  readonly renewals: number
  readonly faults: Readonly<Record<string, number>>
}

export function createMeter(): FleetMeter {
  const onLine: number[] = []
  const behind: number[] = []
  const connects: number[] = []
  const faults: Record<string, number> = {}
  let renewals = 0
  return {
    connected: (at) => void connects.push(at),
    renewed: () => {
      renewals += 1
    },
    acknowledged: (op) => void (op.onLine ? onLine : behind).push(op.ms),
    fault: (reason) => {
      faults[reason] = (faults[reason] ?? 0) + 1
    },
    read: () => ({
      orders: onLine.length + behind.length,
      onLine: waitsOf(onLine),
      behind: waitsOf(behind),
      renewals,
      faults: { ...faults },
    }),
    connectsSince: (from) => waitsOf(connects.filter((at) => at >= from).map((at) => at - from)),
  }
}

export function waitsOf(values: readonly number[]): Waits {
  if (values.length === 0) return { count: 0, p50: 0, p99: 0, most: 0 }
  const round = (value: number) => Math.round(value * 10) / 10
  const most = values.reduce((highest, value) => Math.max(highest, value), 0)
  return { count: values.length, p50: round(median(values)), p99: round(percentile(values, 99)), most: round(most) }
}
