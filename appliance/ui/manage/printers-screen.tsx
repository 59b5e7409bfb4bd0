/** The store's printers: state, test print, code page; and a search for printers that are not set up. */
import { Button, Group, Modal, Title } from "@mantine/core"
import { useState } from "react"
import { printDocument } from "../../../protocol/http/print-jobs.ts"
import type { PrinterFace, StoreState } from "../../../protocol/shapes/store-state.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { Empty, ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { FindPrinters } from "./find-printers.tsx"
import { JobProgressLine } from "./job-line.tsx"
import { useLanguage } from "./language.ts"
import { PageWizard } from "./page-wizard.tsx"

export function PrintersScreen({ state: { printers } }: { state: StoreState }) {
  const { t } = useLanguage()
  return (
    <div className="column">
      <Title order={1} size="h2">
        {t("printers.title")}
      </Title>
      {printers.length === 0 && (
        <Empty icon="printer" title={t("printers.none")}>
          {t("printers.noneDo")}
        </Empty>
      )}
      <div className="cards">
        {printers.map((printer) => (
          <Printer key={printer.printerId} printer={printer} />
        ))}
        <FindPrinters />
      </div>
    </div>
  )
}

function Printer({ printer }: { printer: PrinterFace }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [jobId, setJobId] = useState<string | null>(null)
  const [choosing, setChoosing] = useState(false)
  const { printerId, name, model, width, state, queued, unknownJobs, backups, page } = printer
  const good = state === "ready"
  const bad = !good && state !== "unknown"
  const test = async () => {
    const answer = await request(() => client.call(printDocument, { body: { document: "test_page", printerId } }))
    if (answer) setJobId(answer.data.jobId)
  }
  return (
    <Card title={name} tone={bad ? "bad" : undefined}>
      <p className={good ? "good" : bad ? "bad" : "soft"} data-printer={state}>
        <Icon name={good ? "check" : "alert"} size={18} /> {t(`printer.${state}`)}
      </p>
      {bad && <p>{t(`printer.do.${state}`)}</p>}
      <dl className="facts">
        <dt>{t("printers.model")}</dt>
        <dd>{t("printers.modelWidth", { model, n: width })}</dd>
        <dt>{t("printers.where")}</dt>
        <dd>{printerId}</dd>
        <dt>{t("printers.queued")}</dt>
        <dd className="figures">{queued + unknownJobs}</dd>
        <dt>{t("printers.backups")}</dt>
        <dd>{backups.length > 0 ? backups.join(", ") : t("printers.noBackup")}</dd>
        <dt>{t("printers.page")}</dt>
        <dd>{page ?? t("printers.anyPage")}</dd>
      </dl>
      <Group gap="xs">
        <Button variant="default" loading={pending} onClick={test}>
          {t("printers.test")}
        </Button>
        <Button variant="default" onClick={() => setChoosing(true)}>
          {t("printers.letters")}
        </Button>
      </Group>
      <ErrorState answer={error} />
      {jobId && <JobProgressLine jobId={jobId} />}
      <Modal
        opened={choosing}
        onClose={() => setChoosing(false)}
        title={t("codePage.title", { printer: name })}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <PageWizard printer={printer} onDone={() => setChoosing(false)} />
      </Modal>
    </Card>
  )
}
