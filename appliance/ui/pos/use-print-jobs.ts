/** The box's print jobs, read again after each nudge of its printers. */
import { listSpool } from "../../../protocol/http/print-jobs.ts"
import type { SpoolJob } from "../../../protocol/shapes/queued-print-job.ts"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"

const NUDGES = ["printers"]

export interface SpoolView {
  /** null until the first answer. */
  readonly jobs: readonly SpoolJob[] | null
  readonly refresh: () => Promise<void>
}

export function useSpool(): SpoolView {
  const { data, refresh } = useSnapshot(listSpool, { on: NUDGES })
  return { jobs: data?.jobs ?? null, refresh }
}
