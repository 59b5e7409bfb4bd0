/** Builds a print job (`print.v1`) from a template, its data and a paper width (docs/contract/printing.md#print-job). */

import type {
  PaperWidth,
  PrintFreshness,
  PrintJob,
  PrintLine,
  PrintSubject,
  PrintTemplateRef,
  PrintWarning,
} from "../shapes/print-job.ts"
import type { Scope } from "./fill.ts"
import { language, type Manner } from "./format.ts"
import { layOut, plainTextOf } from "./lay-out.ts"
import { isInWindows1252 } from "./printable-text.ts"
import { seeds } from "./seed-templates.ts"
import { canonicalJson, sha256 } from "./sha256.ts"
import type { Template } from "./template.ts"

export interface PrintRequest {
  readonly jobId: string
  readonly template: ChosenTemplate
  readonly subject: PrintSubject
  /** The data that the template's paths read; its types are in `document-data.ts`. */
  readonly data: object
  readonly manner: Manner
  readonly printer: {
    readonly width: PaperWidth
    readonly keyWidth?: number | undefined
    readonly copies?: number | undefined
  }
  readonly freshness: Omit<PrintFreshness, "fingerprint">
}

/** The template to print with and where it came from. */
export interface ChosenTemplate extends Omit<PrintTemplateRef, "version" | "contentHash"> {
  readonly body: Template
  readonly warnings: readonly PrintWarning[]
}

export function buildPrintJob(request: PrintRequest): PrintJob {
  const { printer } = request
  const { template, lines } = layOutSafely(request)
  return {
    contract: "print.v1",
    jobId: request.jobId,
    document: template.body.document,
    subject: request.subject,
    template: {
      source: template.source,
      templateId: template.templateId,
      version: template.body.version,
      contentHash: contentHashOf(template.body),
    },
    paper: {
      width: printer.width,
      charset: charsetOf(lines),
      copies: printer.copies ?? 1,
      lines,
      plainText: plainTextOf(lines, printer.width),
    },
    freshness: { ...request.freshness, fingerprint: fingerprintOf(request) },
    warnings: [...template.warnings],
  }
}

/** Falls back to the seed where the template fails on the data, so that the document prints in any case. */
function layOutSafely(request: PrintRequest): { template: ChosenTemplate; lines: PrintLine[] } {
  const { template } = request
  try {
    return { template, lines: linesOf(template.body, request) }
  } catch (error) {
    if (template.source === "seed") throw error
    const seed = seeds[template.body.document]
    const warnings: PrintWarning[] = [...template.warnings, "TEMPLATE_UNREADABLE", "TEMPLATE_FELL_BACK_TO_SEED"]
    return { template: { ...seedTemplate(seed), warnings }, lines: linesOf(seed, request) }
  }
}

function linesOf(template: Template, { data, manner, printer }: PrintRequest): PrintLine[] {
  const scope: Scope = { ...data, label: template.labels[language(manner)] }
  return layOut(template.blocks, scope, { ...printer, manner })
}

/** A seed as a chosen template. */
export function seedTemplate(seed: Template): ChosenTemplate {
  return { source: "seed", templateId: null, body: seed, warnings: [] }
}

export function contentHashOf(template: Template): string {
  return sha256(canonicalJson(template))
}

/** Changes with the report's data and subject, not with the paper's width or the number of copies. */
function fingerprintOf(request: PrintRequest): string {
  return sha256(
    canonicalJson({ document: request.template.body.document, subject: request.subject, data: request.data }),
  )
}

function charsetOf(lines: readonly PrintLine[]): "windows-1252" | "utf-8" {
  const ink = lines.map((line) => ("s" in line ? line.s : "")).join("")
  return isInWindows1252(ink) ? "windows-1252" : "utf-8"
}
