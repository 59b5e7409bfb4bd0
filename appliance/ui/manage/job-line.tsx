/** How far one print job is, in a line. */
import type { SpoolJob } from "../../../protocol/shapes/queued-print-job.ts"
import { Icon } from "../../../ui/icons.tsx"
import { useJobWords } from "../../../ui/job-words.ts"
import { useSpool } from "./use-print-jobs.ts"

/** A job that was asked for here. */
export function JobLine({ jobId }: { jobId: string }) {
  const job = useSpool().jobs?.find((each) => each.jobId === jobId)
  return job ? (
    <p role="status" data-job={job.status}>
      <JobProgress job={job} />
    </p>
  ) : null
}

export function JobProgress({ job }: { job: SpoolJob }) {
  const { icon, tone, status, why } = useJobWords()(job)
  return (
    <span className={tone === "note" ? "soft" : tone}>
      <Icon name={icon} size={18} /> {status}
      {why && ` · ${why}`}
    </span>
  )
}
