/** Preview of the printed day close, and a button to print it once the day is closed. */
import { Button, Paper, Stack, Title } from "@mantine/core"
import { useState } from "react"
import { printDocument } from "../../../../protocol/http/print-jobs.ts"
import { DayClosePreview } from "../../../../ui/day-close-preview.tsx"
import { useBox } from "../../../../ui/device/box.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { JobState } from "../job-state.tsx"
import { useLanguage } from "../language.ts"

interface DayPreviewProps {
  readonly businessDayDate: string
  readonly closed: boolean
}

export function DayPreview({ businessDayDate, closed }: DayPreviewProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [jobId, setJobId] = useState<string | null>(null)
  const print = async () => {
    const body = { document: "day_close", subject: businessDayDate } as const
    const answer = await request(() => client.call(printDocument, { body }))
    if (answer) setJobId(answer.data.jobId)
  }
  return (
    <Paper className="card" p="lg">
      <Stack>
        <Title order={2} size="h3">
          {t(closed ? "paper.closed" : "paper.open")}
        </Title>
        <DayClosePreview businessDayDate={businessDayDate} mark={String(closed)} storageKey="brasa.paperWidth">
          {closed && (
            <Button size="xl" leftSection={<Icon name="printer" />} loading={pending} onClick={print}>
              {t("preview.print")}
            </Button>
          )}
          <ErrorState answer={error} />
          {jobId && <JobState key={jobId} jobId={jobId} />}
        </DayClosePreview>
      </Stack>
    </Paper>
  )
}
