/** A picture of a job as its printer prints it. */
import "./print-jobs.css"
import { useEffect, useState } from "react"
import { readPicture } from "../../../protocol/http/store-state.ts"
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import { useBox } from "../../../ui/device/box.tsx"
import type { RequestError } from "../../../ui/explain.ts"
import { svgUrl } from "../../../ui/icons.tsx"
import { useJobWords } from "../../../ui/job-words.ts"
import { ErrorState, Loading } from "../../../ui/states.tsx"
import { useLanguage } from "./language.ts"

/** As an image element, so that scripts in the picture cannot run. */
export function JobPicture({ job }: { job: QueuedPrintJob }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const wordsOf = useJobWords()
  const [paper, setPaper] = useState<{ svg: string | null; error: RequestError | null }>({ svg: null, error: null })
  useEffect(() => {
    let over = false
    void client.call(readPicture, { params: { jobId: job.jobId } }).then((answer) => {
      if (over) return
      if (!answer.ok) return setPaper({ svg: null, error: answer })
      const { svg } = answer.data
      setPaper({ svg: svg && svgUrl(svg), error: null })
    })
    return () => {
      over = true
    }
  }, [client, job.jobId])
  if (paper.error) return <ErrorState answer={paper.error} />
  return (
    <div className="paper">
      {paper.svg ? <img src={paper.svg} alt={wordsOf(job).title} /> : <Loading>{t("manage.loading")}</Loading>}
    </div>
  )
}
