/** What a person can say of a print job, and where it can go. Pure. */
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"

export type JobAnswer = "printed" | "reprint" | "discard"

/** What can be said of a job in each state; the box has the last word. */
export function answersFor({ status, asks }: Pick<QueuedPrintJob, "status" | "asks">): readonly JobAnswer[] {
  if (status === "unknown") return ["printed", "reprint", "discard"]
  if (status === "not_printed") return asks ? ["reprint", "discard"] : ["discard"]
  return status === "queued" ? ["discard"] : []
}

/** Only what waits can go elsewhere: of what has begun nobody knows how much is on paper. */
export function canMove({ status, document }: Pick<QueuedPrintJob, "status" | "document">): boolean {
  return document !== "drawer" && (status === "queued" || status === "not_printed")
}
