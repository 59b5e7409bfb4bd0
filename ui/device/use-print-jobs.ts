/** The box's print jobs, kept up to date. */
import { listPrintJobs } from "../../protocol/http/print-jobs.ts"
import type { QueuedPrintJob } from "../../protocol/shapes/queued-print-job.ts"
import { type Snapshot, useSnapshot } from "./use-snapshot.ts"

const TOPICS = ["printers"]

export interface PrintJobs extends Pick<Snapshot<unknown>, "refresh" | "error"> {
  /** Null until the first answer. */
  readonly jobs: readonly QueuedPrintJob[] | null
}

export function usePrintJobs(): PrintJobs {
  const { data, refresh, error } = useSnapshot(listPrintJobs, { on: TOPICS })
  return { jobs: data?.jobs ?? null, refresh, error }
}
