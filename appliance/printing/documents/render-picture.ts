/** Draws a print job from the bytes that its printer would receive. */
import type { PrintJob } from "../../../protocol/shapes/print-job.ts"
import { previewDocument } from "../../emulator/index.ts"
import type { PrinterSpec } from "../index.ts"

/** Returns SVG. Where the document cannot be encoded, the picture shows the reason. */
export function pictureOf(job: PrintJob, printer: PrinterSpec | undefined): string {
  const preview = previewDocument(job, printer && { profile: printer.profile, codepage: printer.codepage })
  return "svg" in preview ? preview.svg : refusalPicture(preview.reason)
}

function refusalPicture(reason: string): string {
  const text = reason.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60"><text x="10" y="35" font-size="14">${text}</text></svg>`
}
