/** The print queue: each job with its state, picture and actions. */
import "./print-jobs.css"
import { Button, Modal, Title } from "@mantine/core"
import { useState } from "react"
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { usePrintJobs } from "../../../ui/device/use-print-jobs.ts"
import { useJobWords } from "../../../ui/job-words.ts"
import { Empty, ErrorState, Loading } from "../../../ui/states.tsx"
import { JobActions } from "./job-actions.tsx"
import { JobProgress } from "./job-line.tsx"
import { JobPicture } from "./job-picture.tsx"
import { useLanguage } from "./language.ts"

export function PrintJobsScreen({ state: { printers } }: { state: StoreState }) {
  const { t } = useLanguage()
  const { jobs, refresh, error } = usePrintJobs()
  const [shown, setShown] = useState<QueuedPrintJob | null>(null)
  const wordsOf = useJobWords()
  const nameOf = (id: string) => printers.find(({ printerId }) => printerId === id)?.name ?? id
  if (!jobs) return error ? <ErrorState answer={error} /> : <Loading>{t("manage.loading")}</Loading>
  return (
    <div className="column">
      <Title order={1} size="h2">
        {t("printQueue.heading")}
      </Title>
      {jobs.length === 0 && (
        <Empty icon="printer" title={t("printQueue.empty")}>
          {t("printQueue.emptyText")}
        </Empty>
      )}
      <ul className="jobs">
        {jobs.map((job) => (
          <li key={job.jobId} className={job.asks ? "card job-row part-bad" : "card job-row"} data-job={job.status}>
            <div>
              <b>{wordsOf(job).title}</b>
              <p>
                <JobProgress job={job} />
              </p>
              <small>
                {nameOf(job.printerId)}
                {job.movedFrom && ` · ${t("printQueue.movedFrom", { printer: nameOf(job.movedFrom) })}`}
              </small>
            </div>
            <div className="job-buttons">
              {job.document !== "drawer" && (
                <Button variant="subtle" onClick={() => setShown(job)}>
                  {t("printQueue.look")}
                </Button>
              )}
              <JobActions job={job} printers={printers} onDone={refresh} />
            </div>
          </li>
        ))}
      </ul>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        size="lg"
        title={shown ? wordsOf(shown).title : ""}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        {shown && <JobPicture job={shown} />}
      </Modal>
    </div>
  )
}
