/** Which template a paper is printed with: the nearest to the store and newest, or the one that was asked for; else the seed, with a warning. */
import { seeds } from "../../printer-templates/index.ts"
import type { PaperDocument, PrintWarning } from "../shapes/print-job.ts"
import type { StoredTemplate } from "../shapes/print-template.ts"
import type { Store } from "../shapes/store.ts"
import { type ChosenTemplate, seedTemplate } from "./build-print-job.ts"
import type { Template } from "./template.ts"
import { templateFaults } from "./template-faults.ts"

export interface TemplateQuery {
  /** Null is the same as left out. */
  readonly templateId?: string | null | undefined
  readonly templateVersion?: number | undefined
}

/** A template that could be meant; the seed has no id. */
interface Candidate {
  readonly source: ChosenTemplate["source"]
  readonly templateId: string | null
  readonly version: number
  readonly body: unknown
}

export function chooseTemplate(
  document: PaperDocument,
  shelf: readonly StoredTemplate[],
  { store, wish }: { store: Pick<Store, "countryCode" | "vendorId">; wish: TemplateQuery },
): ChosenTemplate {
  const seed = seeds[document]
  const fit = shelf.filter((one) => one.document === document && isFor(one, store)).toSorted(nearestFirst)
  const { chosen, warnings } = pick([...fit.map(asCandidate), asSeed(seed)], wish)
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

/** A version alone does not say of which template it is, unless only one has it. */
function pick(candidates: readonly Candidate[], { templateId, templateVersion }: TemplateQuery): Picked {
  const isNamed = templateId !== undefined && templateId !== null
  const named = candidates.filter((one) => !isNamed || one.templateId === templateId)
  const meant = named.filter((one) => templateVersion === undefined || one.version === templateVersion)
  const isAmbiguous = !isNamed && templateVersion !== undefined && meant.length !== 1
  return { chosen: meant[0] ?? null, warnings: isAmbiguous ? ["TEMPLATE_VERSION_AMBIGUOUS"] : [] }
}

/** Whether the template is for this store at all. */
export function isFor(
  { countryCode, vendorId }: Pick<StoredTemplate, "countryCode" | "vendorId">,
  store: Pick<Store, "countryCode" | "vendorId">,
): boolean {
  if (vendorId !== null && vendorId !== store.vendorId) return false
  return countryCode === null || countryCode === store.countryCode
}

/** The vendor's own before the account's, the account's before its country's; of the same reach the newest. */
function nearestFirst(a: StoredTemplate, b: StoredTemplate): number {
  const byReach = reachOf(a) - reachOf(b)
  if (byReach !== 0) return byReach
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return b.version - a.version || (a.templateId < b.templateId ? -1 : 1)
}

function reachOf({ countryCode, vendorId }: StoredTemplate): number {
  if (vendorId !== null) return 0
  return countryCode === null ? 1 : 2
}

function asCandidate({ templateId, version, body, countryCode, vendorId }: StoredTemplate): Candidate {
  return { source: vendorId === null && countryCode !== null ? "country" : "account", templateId, version, body }
}

function asSeed(body: Template): Candidate {
  return { source: "seed", templateId: null, version: body.version, body }
}
