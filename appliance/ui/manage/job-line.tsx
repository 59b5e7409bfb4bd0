/** The state of one print job, in one line. */
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import { usePrintJobs } from "../../../ui/device/use-print-jobs.ts"
import { Icon } from "../../../ui/icons.tsx"
import { useJobWords } from "../../../ui/job-words.ts"

/** A job that this page requested. */
export function JobProgressLine({ jobId }: { jobId: string }) {
  const job = usePrintJobs().jobs?.find((each) => each.jobId === jobId)
  return job ? (
    <p role="status" data-job={job.status}>
      <JobProgress job={job} />
    </p>
  ) : null
}

export function JobProgress({ job }: { job: QueuedPrintJob }) {
  const { icon, tone, status, why } = useJobWords()(job)
  return (
    <span className={tone === "note" ? "soft" : tone}>
      <Icon name={icon} size={18} /> {status}
      {why && ` · ${why}`}
    </span>
  )
}
