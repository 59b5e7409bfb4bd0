/** The parts that all documents of a store share: template, language, store, freshness. */
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
  /** The tenant's templates. Without them the seeds are used. */
  readonly templates?: readonly StoredTemplate[] | undefined
}

interface DocumentContent {
  readonly document: PaperDocument
  readonly subject: PrintSubject
  readonly data: object
  readonly asOf: string | null
}

interface DocumentStanding {
  readonly isCancelled?: boolean
  readonly currencyCode?: string
  readonly fiscal?: PrintFreshness["fiscal"]
}

export function documentOf(
  store: Store,
  { document, subject, data, asOf }: DocumentContent,
  request: DocumentRequest,
  { isCancelled = false, currencyCode = store.currency, fiscal = "none" }: DocumentStanding = {},
): PrintJob {
  return buildPrintJob({
    jobId: request.jobId,
    template: chooseTemplate(document, request.templates ?? [], { store, query: request }),
    subject,
    data,
    manner: formatOf(store, currencyCode),
    printer: { width: request.width, keyWidth: request.keyWidth, copies: request.copies },
    freshness: { fiscal, isCancelled, asOf },
  })
}

/** The language of the store's documents, from its country. */
export function localeOf({ countryCode }: Pick<Store, "countryCode">): string {
  const language = countryCode === "BR" ? "pt" : "es"
  return countryCode ? `${language}-${countryCode}` : language
}

function formatOf(store: Store, currencyCode: string): Manner {
  return { locale: localeOf(store), currencyCode, timeZone: store.timeZone }
}

export function storeSubject({ countryCode, id }: Store) {
  return { countryCode, storeId: id }
}

export function documentStore({ name, legal, code }: Store): DocumentStore {
  const taxId = legal?.govIdNumber ? [legal.govIdType, legal.govIdNumber].filter(Boolean).join(" ") : null
  return { name, legalName: legal?.legalName ?? null, taxId, code }
}
