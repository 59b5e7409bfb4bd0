/** Chooses the template of a document: the requested one, otherwise the most specific and newest for the store, otherwise the seed. */

import type { PaperDocument, PrintWarning } from "../shapes/print-job.ts"
import type { StoredTemplate } from "../shapes/print-template.ts"
import type { Store } from "../shapes/store.ts"
import { type ChosenTemplate, seedTemplate } from "./build-print-job.ts"
import { seeds } from "./seed-templates.ts"
import type { Template } from "./template.ts"
import { templateFaults } from "./template-faults.ts"

export interface TemplateQuery {
  /** Null means no template is requested. */
  readonly templateId?: string | null | undefined
  readonly templateVersion?: number | undefined
}

/** The seed has no id. */
interface Candidate {
  readonly source: ChosenTemplate["source"]
  readonly templateId: string | null
  readonly version: number
  readonly body: unknown
}

export function chooseTemplate(
  document: PaperDocument,
  templates: readonly StoredTemplate[],
  { store, query }: { store: Pick<Store, "countryCode" | "vendorId">; query: TemplateQuery },
): ChosenTemplate {
  const seed = seeds[document]
  const matching = templates
    .filter((template) => template.document === document && isFor(template, store))
    .toSorted(mostSpecificFirst)
  const { chosen, warnings } = pick([...matching.map(asCandidate), asSeed(seed)], query)
  if (chosen === null) return { ...seedTemplate(seed), warnings: [...warnings, "TEMPLATE_FELL_BACK_TO_SEED"] }
  if (templateFaults(chosen.body).length > 0 || (chosen.body as Template).document !== document) {
    return { ...seedTemplate(seed), warnings: [...warnings, "TEMPLATE_UNREADABLE", "TEMPLATE_FELL_BACK_TO_SEED"] }
  }
  return { source: chosen.source, templateId: chosen.templateId, body: chosen.body as Template, warnings }
}

interface Picked {
  readonly chosen: Candidate | null
  readonly warnings: readonly PrintWarning[]
}

/** A version without a template id is ambiguous, unless exactly one template has it. */
function pick(candidates: readonly Candidate[], { templateId, templateVersion }: TemplateQuery): Picked {
  const isNamed = templateId !== undefined && templateId !== null
  const named = candidates.filter((candidate) => !isNamed || candidate.templateId === templateId)
  const requested = named.filter((candidate) => templateVersion === undefined || candidate.version === templateVersion)
  const isAmbiguous = !isNamed && templateVersion !== undefined && requested.length !== 1
  return { chosen: requested[0] ?? null, warnings: isAmbiguous ? ["TEMPLATE_VERSION_AMBIGUOUS"] : [] }
}

function isFor(
  { countryCode, vendorId }: Pick<StoredTemplate, "countryCode" | "vendorId">,
  store: Pick<Store, "countryCode" | "vendorId">,
): boolean {
  if (vendorId !== null && vendorId !== store.vendorId) return false
  return countryCode === null || countryCode === store.countryCode
}

/** A vendor's template goes before the account's, and the account's before the country's. Among equals the newest goes first. */
function mostSpecificFirst(a: StoredTemplate, b: StoredTemplate): number {
  const byScope = scopeOf(a) - scopeOf(b)
  if (byScope !== 0) return byScope
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return b.version - a.version || (a.templateId < b.templateId ? -1 : 1)
}

function scopeOf({ countryCode, vendorId }: StoredTemplate): number {
  if (vendorId !== null) return 0
  return countryCode === null ? 1 : 2
}

function asCandidate({ templateId, version, body, countryCode, vendorId }: StoredTemplate): Candidate {
  return { source: vendorId === null && countryCode !== null ? "country" : "account", templateId, version, body }
}

function asSeed(body: Template): Candidate {
  return { source: "seed", templateId: null, version: body.version, body }
}
