/** Shows a print job as text and picture, made from the bytes that the printer would receive. */
import type { PrintJob } from "../../protocol/shapes/print-job.ts"
import { encodeDocument, findProfile, type PageName, type PrinterProfile } from "../printing/index.ts"
import { type Receipt, renderReceipt } from "./render-receipt.ts"

const PROFILE_DEFAULT = "generic-80"

export interface PreviewOptions {
  readonly profile?: PrinterProfile
  readonly codepage?: PageName | null
}

/** Returns the reason where the document cannot be encoded. */
export function previewDocument(job: PrintJob, options: PreviewOptions = {}): Receipt | { readonly reason: string } {
  const profile = options.profile ?? (findProfile(PROFILE_DEFAULT) as PrinterProfile)
  const { width, lines } = job.paper
  const codepage = options.codepage ?? null
  const encoded = encodeDocument(lines, { profile, codepage, width })
  return encoded.ok ? renderReceipt(encoded.bytes, { width, profile }) : { reason: encoded.reason }
}
