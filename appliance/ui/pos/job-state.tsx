/** The state of a print job, with buttons to settle a failed or unknown one. */
import { Button, Group, Text } from "@mantine/core"
import { resolveJob } from "../../../protocol/http/print-jobs.ts"
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { usePrintJobs } from "../../../ui/device/use-print-jobs.ts"
import { Icon } from "../../../ui/icons.tsx"
import { useJobWords } from "../../../ui/job-words.ts"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { useToday } from "./use-today.tsx"

/** Shows the job, or a later copy of the same document. */
export function JobState({ jobId }: { jobId: string }) {
  const { jobs } = usePrintJobs()
  const requested = jobs?.find((each) => each.jobId === jobId)
  if (!jobs || !requested) return null
  const sameDocument = jobs.filter(
    ({ document, title }) => document === requested.document && title === requested.title,
  )
  return (
    <Job job={sameDocument.reduce((latest, each) => (each.createdAt > latest.createdAt ? each : latest), requested)} />
  )
}

interface JobProps {
  readonly job: QueuedPrintJob
  /** Without it the job cannot be settled here. */
  readonly onResolved?: () => Promise<void>
}

export function Job({ job, onResolved }: JobProps) {
  const { icon, tone, title, status, why } = useJobWords()(job)
  return (
    <div className={`job light-${tone}`} data-job={job.status}>
      <Icon name={icon} />
      <div className="job-what">
        <b>{status}</b>
        <small>{[title, why].filter(Boolean).join(" · ")}</small>
        {onResolved && job.asks && <Resolve job={job} onResolved={onResolved} />}
      </div>
    </div>
  )
}

/** Buttons to settle a job whose outcome the printer did not report. */
function Resolve({ job, onResolved }: { job: QueuedPrintJob; onResolved: () => Promise<void> }) {
  const { answers, question } = useJobWords()(job)
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, error, request } = useRequest()
  const settle = async (as: "printed" | "reprint" | "discard") => {
    const answer = await request(() => client.call(resolveJob, { params: { jobId: job.jobId }, body: { as } }))
    if (answer) await Promise.all([onResolved(), refresh()])
  }
  return (
    <>
      {job.status === "unknown" && question && <Text size="sm">{question}</Text>}
      <Group gap="xs" mt={6}>
        {job.status === "unknown" && (
          <Button variant="default" disabled={pending} onClick={() => settle("printed")}>
            {answers.printed}
          </Button>
        )}
        <Button variant="default" disabled={pending} onClick={() => settle("reprint")}>
          {answers.reprint}
        </Button>
        <Button variant="subtle" color="bad" disabled={pending} onClick={() => settle("discard")}>
          {answers.discard}
        </Button>
      </Group>
      <ErrorState answer={error} />
    </>
  )
}
