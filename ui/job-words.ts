/** Words a print job for the lists of all pages: document, subject, state and reason. */
import type { QueuedPrintJob } from "../protocol/shapes/queued-print-job.ts"
import { useBox } from "./device/box.tsx"
import { useFigures } from "./figures.tsx"
import type { IconName } from "./icons.tsx"
import { useLanguage } from "./language.tsx"
import type { DOCUMENTS } from "./messages/documents.ts"
import type { CommonKey } from "./messages/index.ts"
import type { JOBS } from "./messages/jobs.ts"

type Key = CommonKey | keyof typeof JOBS | keyof typeof DOCUMENTS

interface JobWords {
  readonly icon: IconName
  readonly tone: "note" | "good" | "bad"
  /** Document, subject, time and copy. */
  readonly title: string
  readonly status: string
  /** Why it was not printed. */
  readonly why: string | null
  /** The question to a person who must look whether it was printed. */
  readonly question: string | null
  /** Labels of the possible resolutions. */
  readonly answers: Readonly<Record<"printed" | "reprint" | "discard", string>>
}

const SIGNS: Readonly<Record<QueuedPrintJob["status"], Pick<JobWords, "icon" | "tone">>> = {
  queued: { icon: "printer", tone: "note" },
  sending: { icon: "printer", tone: "note" },
  printed: { icon: "check", tone: "good" },
  not_printed: { icon: "cross", tone: "bad" },
  unknown: { icon: "alert", tone: "bad" },
  discarded: { icon: "cross", tone: "note" },
}

/** Opening the drawer is a print job too, but nothing is printed. */
const OPENS: Readonly<Partial<Record<QueuedPrintJob["status"], Key>>> = {
  printed: "job.opened",
  not_printed: "job.notOpened",
  unknown: "job.unknownOpened",
}

export function useJobWords(): (job: QueuedPrintJob) => JobWords {
  const { t, keyOf, wordOf } = useLanguage<Key>()
  const { date, when } = useFigures()
  const { now } = useBox()
  const titleOf = ({ document, title, copyNumber, createdAt }: QueuedPrintJob) => {
    const paper = keyOf(`document.${document}`)
    const what = paper ? [t(paper), aboutOf({ document, title }, date)] : [title]
    const copy = copyNumber > 0 ? t("job.copy", { n: copyNumber }) : null
    return [...what, when(createdAt, now()), copy].filter(Boolean).join(" · ")
  }
  return (job) => ({
    ...SIGNS[job.status],
    title: titleOf(job),
    status: t((job.document === "drawer" && OPENS[job.status]) || `job.${job.status}`),
    why: job.reason === null ? null : wordOf(`why.${job.reason}`, job.reason),
    question: job.document === "drawer" ? null : t("job.unknownAsk"),
    answers: {
      printed: t(job.document === "drawer" ? "job.asOpened" : "job.asPrinted"),
      reprint: t(job.document === "drawer" ? "job.openAgain" : "job.reprint"),
      discard: t("job.discard"),
    },
  })
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Null if the box's title has nothing that a person would recognise. */
export function aboutOf(
  { document, title }: Pick<QueuedPrintJob, "document" | "title">,
  date: (day: string) => string,
): string | null {
  if (!title.startsWith(`${document} `)) return null
  const about = title.slice(document.length + 1)
  if (UUID.test(about)) return null
  return DAY.test(about) ? date(about) : about
}
