/** What became of one print job: printed, not printed, or unknown, which a person settles. */
import { Button, Group, Text } from "@mantine/core"
import { resolveJob } from "../../../protocol/http/spool.ts"
import type { SpoolJob } from "../../../protocol/shapes/spool-job.ts"
import { useFigures } from "../kit/figures.tsx"
import { Icon, type IconName } from "../kit/icons.tsx"
import { useLanguage } from "../kit/language.tsx"
import { keyOf, say } from "../kit/say.ts"
import { Trouble } from "../kit/states.tsx"
import { useAsk } from "../kit/use-ask.ts"
import { useBox } from "./box.tsx"
import { useSpool } from "./use-spool.ts"
import { useToday } from "./use-today.tsx"

const SIGNS: Readonly<Record<SpoolJob["status"], { icon: IconName; tone: string }>> = {
  queued: { icon: "printer", tone: "note" },
  sending: { icon: "printer", tone: "note" },
  printed: { icon: "check", tone: "good" },
  not_printed: { icon: "cross", tone: "bad" },
  unknown: { icon: "alert", tone: "bad" },
  discarded: { icon: "cross", tone: "note" },
}

/** Follows one job until somebody looks elsewhere. */
export function JobState({ jobId }: { jobId: string }) {
  const { jobs, refresh } = useSpool()
  const job = jobs?.find((each) => each.jobId === jobId)
  return job ? <Job job={job} onResolved={refresh} /> : null
}

export function Job({ job, onResolved }: { job: SpoolJob; onResolved: () => Promise<void> }) {
  const { t, language } = useLanguage()
  const { time } = useFigures()
  const { icon, tone } = SIGNS[job.status]
  const document = keyOf(`document.${job.document}`)
  return (
    <div className={`job light-${tone}`} data-job={job.status}>
      <Icon name={icon} />
      <div className="job-what">
        <b>{t(`job.${job.status}`)}</b>
        <small>
          {document ? say(language, document) : job.title} · {time(job.createdAt)}
          {job.copyNumber > 0 && ` · ${t("job.copy", { n: job.copyNumber })}`}
          {job.reason && ` · ${job.reason}`}
        </small>
        {(job.status === "unknown" || job.status === "not_printed") && <Resolve job={job} onResolved={onResolved} />}
      </div>
    </div>
  )
}

/** The printer did not say; somebody looks at the paper and does. */
function Resolve({ job, onResolved }: { job: SpoolJob; onResolved: () => Promise<void> }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, trouble, ask } = useAsk()
  const settle = async (as: "printed" | "reprint" | "discard") => {
    await ask(() => client.call(resolveJob, { params: { jobId: job.jobId }, body: { as } }))
    await Promise.all([onResolved(), refresh()])
  }
  return (
    <>
      {job.status === "unknown" && <Text size="sm">{t("job.unknownAsk")}</Text>}
      <Group gap="xs" mt={6}>
        {job.status === "unknown" && (
          <Button variant="default" disabled={pending} onClick={() => settle("printed")}>
            {t("job.asPrinted")}
          </Button>
        )}
        <Button variant="default" disabled={pending} onClick={() => settle("reprint")}>
          {t("job.reprint")}
        </Button>
        <Button variant="subtle" color="bad" disabled={pending} onClick={() => settle("discard")}>
          {t("job.discard")}
        </Button>
      </Group>
      <Trouble answer={trouble} />
    </>
  )
}
