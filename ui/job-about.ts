/** Finds what a print job is about: order code, station or day. Pure. */
import type { QueuedPrintJob } from "../protocol/shapes/queued-print-job.ts"

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
