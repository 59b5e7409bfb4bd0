/** The box's print jobs, read again after each nudge of its printers. */
import { listPrintJobs } from "../../../protocol/http/print-jobs.ts"
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"

const NUDGES = ["printers"]

export interface PrintJobsView {
  /** null until the first answer. */
  readonly jobs: readonly QueuedPrintJob[] | null
  readonly refresh: () => Promise<void>
}

export function usePrintJobs(): PrintJobsView {
  const { data, refresh } = useSnapshot(listPrintJobs, { on: NUDGES })
  return { jobs: data?.jobs ?? null, refresh }
}
