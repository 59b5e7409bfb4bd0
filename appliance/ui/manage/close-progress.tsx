/** Progress of the close: figures final, day close printed, sent to the hub. */
import "./close-screen.css"
import { Button } from "@mantine/core"
import { useState } from "react"
import { printDocument } from "../../../protocol/http/print-jobs.ts"
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { JobProgressLine } from "./job-line.tsx"
import { useLanguage } from "./language.ts"

interface CloseProgressProps {
  readonly businessDayDate: string
  readonly line: StoreState["line"]
}

export function CloseProgress({ businessDayDate, line }: CloseProgressProps) {
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
    <Card title={t("close.progress")}>
      <ol className="checklist" role="status">
        <li className="check good">
          <Icon name="check" /> <span>{t("close.fixed")}</span>
        </li>
        <li className={line.unsent === 0 ? "check good" : "check soft"}>
          <Icon name={line.unsent === 0 ? "check" : "up"} />
          <span>{t(line.unsent === 0 ? "close.told" : "close.telling", { n: line.unsent })}</span>
        </li>
      </ol>
      {jobId ? (
        <JobProgressLine jobId={jobId} />
      ) : (
        <Button leftSection={<Icon name="printer" />} loading={pending} onClick={print}>
          {t("close.print")}
        </Button>
      )}
      <ErrorState answer={error} />
    </Card>
  )
}
