/** Print jobs that are waiting, not printed or unknown. */
import { Paper, Stack, Title } from "@mantine/core"
import { Job } from "../job-state.tsx"
import { useLanguage } from "../language.ts"
import type { PrintJobsView } from "../use-print-jobs.ts"

const SETTLED: readonly string[] = ["printed", "discarded"]

export function PrintJobsList({ jobs, refresh }: PrintJobsView) {
  const { t } = useLanguage()
  const waiting = jobs?.filter(({ status }) => !SETTLED.includes(status)) ?? []
  if (waiting.length === 0) return null
  return (
    <Paper className="card" p="lg">
      <Stack>
        <Title order={2} size="h3">
          {t("printQueue.title")}
        </Title>
        {waiting.map((job) => (
          <Job key={job.jobId} job={job} onResolved={refresh} />
        ))}
      </Stack>
    </Paper>
  )
}
