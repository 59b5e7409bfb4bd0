/** The box's print jobs, kept up to date. */
import { listPrintJobs } from "../../../protocol/http/print-jobs.ts"
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"

const TOPICS = ["printers"]

export interface PrintJobsView {
  /** Null until the first answer. */
  readonly jobs: readonly QueuedPrintJob[] | null
  readonly refresh: () => Promise<void>
}

export function usePrintJobs(): PrintJobsView {
  const { data, refresh } = useSnapshot(listPrintJobs, { on: TOPICS })
  return { jobs: data?.jobs ?? null, refresh }
}
