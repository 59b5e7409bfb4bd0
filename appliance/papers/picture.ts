/** A print job as a picture, from the very bytes that its printer would get. */
import type { PrintJob } from "../../protocol/shapes/print-job.ts"
import { renderReceipt } from "../emulator/index.ts"
import { encodePaper, PROFILES, type PrinterSpec } from "../printing/index.ts"

/** SVG. Without a printer the paper is drawn as the first profile would print it. */
export function pictureOf(job: PrintJob, printer: PrinterSpec | undefined): string {
  const profile = printer?.profile ?? PROFILES[0]
  if (!profile) throw new Error("there is no printer profile at all")
  const { lines, width } = job.paper
  const encoded = encodePaper(lines, { profile, codepage: printer?.codepage ?? null, width })
  // What a printer would refuse to print is shown as such, not left out.
  if (!encoded.ok) return refusalPicture(encoded.reason)
  return renderReceipt(encoded.bytes, { width, profile }).svg
}

function refusalPicture(reason: string): string {
  const text = reason.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60"><text x="10" y="35" font-size="14">${text}</text></svg>`
}
