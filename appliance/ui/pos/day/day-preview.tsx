/** Preview of the printed day close at each paper width, and a button to print it. */
import { Button, Paper, SegmentedControl, Stack, Title } from "@mantine/core"
import { useEffect, useState } from "react"
import { previewDay, printDocument } from "../../../../protocol/http/print-jobs.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import type { RequestError } from "../../../../ui/explain.ts"
import { Icon } from "../../../../ui/icons.tsx"
import { recall, remember } from "../../../../ui/remember.ts"
import { ErrorState, Loading } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { JobState } from "../job-state.tsx"
import { useLanguage } from "../language.ts"

const WIDTHS = [32, 42, 48] as const
const KEY = "brasa.paperWidth"

interface DayPreviewProps {
  readonly businessDayDate: string
  readonly closed: boolean
}

export function DayPreview({ businessDayDate, closed }: DayPreviewProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [width, setWidth] = useState(() => recall<number>(KEY) ?? 42)
  const [jobId, setJobId] = useState<string | null>(null)
  const paper = useDayPicture(businessDayDate, width, closed)
  const print = async () => {
    const body = { document: "day_close", subject: businessDayDate } as const
    const answer = await request(() => client.call(printDocument, { body }))
    if (answer) setJobId(answer.data.jobId)
  }
  return (
    <Paper className="card" p="lg">
      <Stack>
        <Title order={2} size="h3">
          {closed ? t("preview.title") : t("preview.titleOpen")}
        </Title>
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={t("preview.width")}
          data={WIDTHS.map((columns) => ({ value: String(columns), label: t("preview.columns", { n: columns }) }))}
          value={String(width)}
          onChange={(value) => {
            remember(KEY, Number(value))
            setWidth(Number(value))
          }}
        />
        {closed && (
          <Button size="xl" leftSection={<Icon name="printer" />} loading={pending} onClick={print}>
            {t("preview.print")}
          </Button>
        )}
        <ErrorState answer={error ?? paper.error} />
        {jobId && <JobState key={jobId} jobId={jobId} />}
        <div className="paper">
          {paper.svg ? <img src={paper.svg} alt={t("preview.alt")} /> : <Loading>{t("preview.loading")}</Loading>}
        </div>
      </Stack>
    </Paper>
  )
}

/** As an image URL, so that scripts in the picture cannot run. */
function useDayPicture(businessDayDate: string, width: number, closed: boolean) {
  const { client } = useBox()
  const [paper, setPaper] = useState<{ svg: string | null; error: RequestError | null }>({ svg: null, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the close changes the paper
  useEffect(() => {
    let over = false
    const read = async () => {
      const columns = width === 32 || width === 48 ? width : 42
      const answer = await client.call(previewDay, { params: { businessDayDate }, query: { width: columns } })
      if (over) return
      if (!answer.ok) return setPaper(({ svg }) => ({ svg, error: answer }))
      setPaper({ svg: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(answer.data.svg)}`, error: null })
    }
    void read()
    return () => {
      over = true
    }
  }, [client, businessDayDate, width, closed])
  return paper
}
