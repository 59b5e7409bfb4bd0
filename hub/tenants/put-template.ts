/** Adds a version of a document's template and sends it to its boxes. A repeat changes nothing. */
import { canonicalJson } from "../../protocol/print/sha256.ts"
import type { Template } from "../../protocol/print/template.ts"
import { templateFaults } from "../../protocol/print/template-faults.ts"
import { type Fault, invalid, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { StoredTemplate } from "../../protocol/shapes/print-template.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { isEnrolled } from "./boxes-store.ts"
import { checkAccount } from "./check-account.ts"
import type { Downlink } from "./downlink.ts"
import { lockBoxes } from "./lock-boxes.ts"
import { findRow } from "./rows-store.ts"
import { storesOfAccount } from "./stores-store.ts"
import { addTemplate, templatesOfAccount } from "./templates-store.ts"

/** A template is sent to boxes in one operation. */
const TEMPLATE_BYTES_MAX = 128 * 1024

export interface TemplatePut {
  readonly accountId: string
  /** Left out: the document's name. */
  readonly templateId: string | null
  readonly countryCode: string | null
  readonly vendorId: string | null
  /** The text of the file. */
  readonly text: string
}

export interface PutTemplate {
  readonly template: Pick<StoredTemplate, "templateId" | "version" | "document">
  readonly isNew: boolean
  /** The stores whose boxes get it. */
  readonly notified: readonly string[]
}

export async function putTemplate(
  put: TemplatePut,
  { store, downlink }: { store: HubStore; downlink: Downlink },
): Promise<PutTemplate | Refusal> {
  const body = readBody(put.text)
  if ("faults" in body) return invalid(...body.faults)
  return store.system.write(async (scope) => {
    const foreign = await foreignTenant(scope, put)
    if (foreign) return foreign
    const { countryCode, vendorId, templateId = null } = put
    const reach = { countryCode, vendorId }
    const template: StoredTemplate = {
      templateId: templateId ?? body.document,
      version: body.version,
      document: body.document,
      ...reach,
      createdAt: scope.now,
      body,
    }
    await lockBoxes(scope, put.accountId, store.dialect)
    const verdict = judge(template, await templatesOfAccount(scope, put.accountId))
    if (verdict === "there already") return { template, isNew: false, notified: [] }
    if (verdict !== "new") return refuse("CONFLICT", verdict)
    await addTemplate(scope, put.accountId, template)
    return { template, isNew: true, notified: await sendTemplate(scope, put.accountId, { template, downlink }) }
  })
}

/** Sends it to each box that may print by it. The country is checked when a document is printed. */
export async function sendTemplate(
  scope: SystemWrite,
  accountId: string,
  { template, downlink }: { template: StoredTemplate; downlink: Downlink },
): Promise<string[]> {
  const notified: string[] = []
  for (const place of await storesOfAccount(scope, accountId)) {
    if (template.vendorId !== null && template.vendorId !== place.vendorId) continue
    if (!(await isEnrolled(scope, place.id))) continue
    await downlink.append(scope, place.id, { kind: "template.added", body: { template } })
    notified.push(place.id)
  }
  return notified
}

/** A new box gets every version, so that it can reprint what the former box printed. */
export async function sendTemplates(
  scope: SystemWrite,
  place: { id: string; accountId: string; vendorId: string },
  downlink: Downlink,
): Promise<void> {
  for (const template of await templatesOfAccount(scope, place.accountId)) {
    if (template.vendorId !== null && template.vendorId !== place.vendorId) continue
    await downlink.append(scope, place.id, { kind: "template.added", body: { template } })
  }
}

function readBody(text: string): Template | { readonly faults: Fault[] } {
  if (Buffer.byteLength(text) > TEMPLATE_BYTES_MAX) {
    return { faults: [{ path: "", message: `is larger than ${TEMPLATE_BYTES_MAX} bytes` }] }
  }
  try {
    const body: unknown = JSON.parse(text)
    const faults = templateFaults(body)
    return faults.length === 0 ? (body as Template) : { faults: faults.map((message) => ({ path: "", message })) }
  } catch (error) {
    return { faults: [{ path: "", message: `is not JSON: ${(error as Error).message}` }] }
  }
}

async function foreignTenant(scope: SystemWrite, { accountId, vendorId }: TemplatePut): Promise<Refusal | null> {
  const strange = await checkAccount(scope, accountId)
  if (strange || vendorId === null) return strange
  const vendor = await findRow(scope, "vendor", { vendor_id: vendorId, account_id: accountId })
  return vendor ? null : refuse("NOT_FOUND", `There is no vendor ${vendorId} in account ${accountId}.`)
}

/** A version that may have been used never changes. Versions only rise, and keep their country and vendor. */
function judge(template: StoredTemplate, shelf: readonly StoredTemplate[]): "new" | "there already" | (string & {}) {
  const { templateId, version } = template
  const ours = shelf.filter((one) => one.templateId === templateId)
  const same = ours.find((one) => one.version === version)
  if (same && sameTemplate(same, template)) return "there already"
  if (same) return `Version ${version} of ${templateId} is there with other content: give the change a new version.`
  const latest = Math.max(0, ...ours.map((one) => one.version))
  if (version < latest) return `${templateId} is at version ${latest} already: give the change a higher one.`
  const other = ours.find((one) => !hasReachOf(one, template))
  return other ? `${templateId} is for another paper or for other stores: give this template another id.` : "new"
}

function sameTemplate(a: StoredTemplate, b: StoredTemplate): boolean {
  return hasReachOf(a, b) && canonicalJson(a.body) === canonicalJson(b.body)
}

function hasReachOf(a: StoredTemplate, b: StoredTemplate): boolean {
  return a.document === b.document && a.countryCode === b.countryCode && a.vendorId === b.vendorId
}
