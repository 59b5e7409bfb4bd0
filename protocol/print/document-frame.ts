/** What every paper of a store has in common: its template, its language, whose it is, how fresh it is. */
import type { PaperDocument, PaperWidth, PrintFreshness, PrintJob, PrintSubject } from "../shapes/print-job.ts"
import type { StoredTemplate } from "../shapes/print-template.ts"
import type { Store } from "../shapes/store.ts"
import { buildPrintJob } from "./build-print-job.ts"
import { chooseTemplate, type TemplateQuery } from "./choose-template.ts"
import type { DocumentStore } from "./document-data.ts"
import type { Manner } from "./format.ts"

export interface DocumentRequest extends TemplateQuery {
  readonly jobId: string
  readonly width: PaperWidth
  readonly keyWidth?: number | undefined
  readonly copies?: number | undefined
  /** The templates that the store's tenant keeps; without them papers are printed by the seeds. */
  readonly templates?: readonly StoredTemplate[] | undefined
}

export interface What {
  readonly document: PaperDocument
  readonly subject: PrintSubject
  readonly data: object
  readonly asOf: string | null
}

export interface DocumentStanding {
  readonly isCancelled?: boolean
  readonly currencyCode?: string
  readonly fiscal?: PrintFreshness["fiscal"]
}

export function documentOf(
  store: Store,
  { document, subject, data, asOf }: What,
  request: DocumentRequest,
  { isCancelled = false, currencyCode = store.currency, fiscal = "none" }: DocumentStanding = {},
): PrintJob {
  return buildPrintJob({
    jobId: request.jobId,
    template: chooseTemplate(document, request.templates ?? [], { store, wish: request }),
    subject,
    data,
    manner: mannerOf(store, currencyCode),
    printer: { width: request.width, keyWidth: request.keyWidth, copies: request.copies },
    freshness: { fiscal, isCancelled, asOf },
  })
}

/** The language of the store's country: what its papers are written in. */
export function localeOf({ countryCode }: Pick<Store, "countryCode">): string {
  const language = countryCode === "BR" ? "pt" : "es"
  return countryCode ? `${language}-${countryCode}` : language
}

function mannerOf(store: Store, currencyCode: string): Manner {
  return { locale: localeOf(store), currencyCode, timeZone: store.timeZone }
}

export function storeLineOf({ countryCode, id }: Store) {
  return { countryCode, storeId: id }
}

export function documentStore({ name, legal, code }: Store): DocumentStore {
  const taxId = legal?.govIdNumber ? [legal.govIdType, legal.govIdNumber].filter(Boolean).join(" ") : null
  return { name, legalName: legal?.legalName ?? null, taxId, code }
}
