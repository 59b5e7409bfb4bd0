/** A print job as the printer would put it on paper, made from the same bytes. */
import type { PrintJob } from "../../protocol/shapes/print-job.ts"
import { encodePaper, findProfile, type PageName, type PrinterProfile } from "../printing/index.ts"
import { type Receipt, renderReceipt } from "./render-receipt.ts"

const PROFILE_DEFAULT = "generic-80"

export interface PreviewOptions {
  readonly profile?: PrinterProfile
  readonly codepage?: PageName | null
}

/** A paper that the printer would refuse has no preview, but a reason. */
export function previewPaper(job: PrintJob, options: PreviewOptions = {}): Receipt | { readonly reason: string } {
  const profile = options.profile ?? (findProfile(PROFILE_DEFAULT) as PrinterProfile)
  const { width, lines } = job.paper
  const encoded = encodePaper(lines, { profile, codepage: options.codepage ?? null, width })
  return encoded.ok ? renderReceipt(encoded.bytes, { width, profile }) : { reason: encoded.reason }
}
