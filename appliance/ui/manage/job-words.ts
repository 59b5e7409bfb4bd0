/** The resolutions that a print job allows, and the printers that it can be moved to. Pure. */
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"

export type JobAnswer = "printed" | "reprint" | "discard"

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
