/** The print queue's jobs, updated by notifications. */
import { listPrintJobs } from "../../../protocol/http/print-jobs.ts"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"

const ON = { on: ["printers"] } as const

export function usePrintJobs() {
  const { data, refresh, error } = useSnapshot(listPrintJobs, ON)
  return { jobs: data?.jobs ?? null, refresh, error }
}
