/** A print job as the printer would put it on paper, made from the same bytes. */
import type { PrintJob } from "../../protocol/shapes/print-job.ts"
import { encodeDocument, findProfile, type PageName, type PrinterProfile } from "../printing/index.ts"
import { type Receipt, renderReceipt } from "./render-receipt.ts"

const PROFILE_DEFAULT = "generic-80"

export interface PreviewOptions {
  readonly profile?: PrinterProfile
  readonly codepage?: PageName | null
}

/** A paper that the printer would refuse has no preview, but a reason. */
export function previewDocument(job: PrintJob, options: PreviewOptions = {}): Receipt | { readonly reason: string } {
  const profile = drawable(options.profile)
  const { width, lines } = job.paper
  const codepage = options.codepage ?? null
  const encoded = encodeDocument(lines, { profile, codepage, width })
  return encoded.ok ? renderReceipt(encoded.bytes, { width, profile }) : { reason: encoded.reason }
}

/** The words of some printers are not drawn: their paper is shown as an ESC/POS printer with the same letters would print it. */
function drawable(profile: PrinterProfile | undefined): PrinterProfile {
  const known = findProfile(PROFILE_DEFAULT) as PrinterProfile
  if (profile === undefined) return known
  return profile.language === "classic" ? { ...known, pageNumbers: profile.pageNumbers, pages: profile.pages } : profile
}
