/** How far one print job is, in a line. */
import type { SpoolJob } from "../../../protocol/shapes/spool-job.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon, type IconName } from "../../../ui/icons.tsx"
import { aboutOf } from "../../../ui/job-about.ts"
import { useLanguage } from "./language.ts"
import { useSpool } from "./use-spool.ts"

const SIGNS: Readonly<Record<SpoolJob["status"], { readonly icon: IconName; readonly tone: string }>> = {
  queued: { icon: "printer", tone: "soft" },
  sending: { icon: "printer", tone: "soft" },
  printed: { icon: "check", tone: "good" },
  not_printed: { icon: "cross", tone: "bad" },
  unknown: { icon: "alert", tone: "bad" },
  discarded: { icon: "cross", tone: "soft" },
}

/** A job that was asked for here. */
export function JobLine({ jobId }: { jobId: string }) {
  const job = useSpool().jobs?.find((each) => each.jobId === jobId)
  return job ? (
    <p role="status" data-job={job.status}>
      <JobWords job={job} />
    </p>
  ) : null
}

export function JobWords({ job }: { job: SpoolJob }) {
  const { t, keyOf } = useLanguage()
  const { icon, tone } = SIGNS[job.status]
  const why = job.reason === null ? null : keyOf(`why.${job.reason}`)
  return (
    <span className={tone}>
      <Icon name={icon} size={18} />{" "}
      {job.document === "drawer" && job.status === "printed" ? t("job.opened") : t(`job.${job.status}`)}
      {job.reason && ` · ${why ? t(why) : job.reason}`}
    </span>
  )
}

export function useJobTitle(): (job: SpoolJob) => string {
  const { t, keyOf } = useLanguage()
  const { date, when } = useFigures()
  const { now } = useBox()
  return (job) => {
    const { document, title, copyNumber, createdAt } = job
    const known = keyOf(`document.${document}`)
    const copy = copyNumber > 0 ? ` · ${t("job.copy", { n: copyNumber })}` : ""
    const what = known ? [t(known), aboutOf(job, date)] : [title]
    return `${[...what, when(createdAt, now())].filter(Boolean).join(" · ")}${copy}`
  }
}
