/** Finds a printer's code page: prints one line in each, and a person chooses the correct one. */
import { Button, Group, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { choosePage, printDocument } from "../../../protocol/http/print-jobs.ts"
import type { PrinterFace } from "../../../protocol/shapes/store-state.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { JobProgressLine } from "./job-line.tsx"
import { useLanguage } from "./language.ts"
import { useStoreState } from "./use-store-state.tsx"

interface PageWizardProps {
  readonly printer: PrinterFace
  readonly onDone: () => void
}

export function PageWizard({ printer: { printerId, pages, page }, onDone }: PageWizardProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { refresh } = useStoreState()
  const { pending, error, request } = useRequest()
  const [jobId, setJobId] = useState<string | null>(null)
  const print = async () => {
    const answer = await request(() => client.call(printDocument, { body: { document: "code_pages", printerId } }))
    if (answer) setJobId(answer.data.jobId)
  }
  const choose = async (line: number | null) => {
    const answer = await request(() => client.call(choosePage, { body: { printerId, line } }))
    if (!answer) return
    await refresh()
    onDone()
  }
  return (
    <Stack>
      <Text>{t("codePage.first")}</Text>
      <Button loading={pending && jobId === null} variant={jobId ? "default" : "filled"} onClick={print}>
        {t("codePage.print")}
      </Button>
      {jobId && <JobProgressLine jobId={jobId} />}
      <Text>{t("codePage.second")}</Text>
      <Group gap="xs">
        {pages.map((name, index) => (
          <Button
            key={name}
            variant={name === page ? "filled" : "default"}
            disabled={pending}
            aria-pressed={name === page}
            onClick={() => choose(index + 1)}
          >
            {t("codePage.line", { n: index + 1 })}
          </Button>
        ))}
      </Group>
      <Button variant="subtle" disabled={pending} onClick={() => choose(null)}>
        {t("codePage.any")}
      </Button>
      <ErrorState answer={error} />
    </Stack>
  )
}
