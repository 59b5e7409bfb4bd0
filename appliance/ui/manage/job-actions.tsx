/** Actions on a print job: mark as printed, print again, discard, move to another printer. */
import { Button, Group, Menu, Text } from "@mantine/core"
import { moveJob, resolveJob } from "../../../protocol/http/print-jobs.ts"
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import type { PrinterFace } from "../../../protocol/shapes/store-state.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useJobWords } from "../../../ui/job-words.ts"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { useLanguage } from "./language.ts"

interface JobActionsProps {
  readonly job: QueuedPrintJob
  readonly printers: readonly PrinterFace[]
  readonly onDone: () => Promise<void>
}

export function JobActions({ job, printers, onDone }: JobActionsProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const { answers, question } = useJobWords()(job)
  const { jobId } = job
  const others = printers.filter(({ printerId }) => printerId !== job.printerId)
  const settle = async (as: JobAnswer) => {
    if (await request(() => client.call(resolveJob, { params: { jobId }, body: { as } }))) await onDone()
  }
  const move = async (printerId: string) => {
    if (await request(() => client.call(moveJob, { params: { jobId }, body: { printerId } }))) await onDone()
  }
  return (
    <>
      {job.status === "unknown" && job.asks && question && <Text size="sm">{question}</Text>}
      <Group gap="xs" justify="flex-end">
        {answersFor(job).map((word) => (
          <Button
            key={word}
            variant={word === "discard" ? "subtle" : "default"}
            {...(word === "discard" && { color: "bad" })}
            disabled={pending}
            onClick={() => settle(word)}
          >
            {answers[word]}
          </Button>
        ))}
        {canMove(job) && others.length > 0 && (
          <Menu>
            <Menu.Target>
              <Button disabled={pending}>{t("printQueue.move")}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map(({ printerId, name }) => (
                <Menu.Item key={printerId} onClick={() => move(printerId)}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <ErrorState answer={error} />
    </>
  )
}

type JobAnswer = "printed" | "reprint" | "discard"

/** Resolutions by job state. The box decides in the end. */
export function answersFor({ status, asks }: Pick<QueuedPrintJob, "status" | "asks">): readonly JobAnswer[] {
  if (status === "unknown") return ["printed", "reprint", "discard"]
  if (status === "not_printed") return asks ? ["reprint", "discard"] : ["discard"]
  return status === "queued" ? ["discard"] : []
}

/** Only a waiting job can be moved. One that has begun may be partly printed. */
export function canMove({ status, document }: Pick<QueuedPrintJob, "status" | "document">): boolean {
  return document !== "drawer" && (status === "queued" || status === "not_printed")
}
