/** The templates of an account. Versions are added, never changed. */
import type { PaperDocument } from "../../protocol/shapes/print-job.ts"
import type { StoredTemplate } from "../../protocol/shapes/print-template.ts"
import type { PrintTemplateTable, SystemRead, SystemWrite, TenantRead } from "../storage/index.ts"

/** All versions of a document's templates in the account. */
export async function templatesOfPaper(scope: TenantRead, document: PaperDocument): Promise<StoredTemplate[]> {
  const query = scope.selectAcrossVendors("print_template").selectAll().where("document", "=", document)
  return (await query.orderBy("template_id").orderBy("version").execute()).map(toTemplate)
}

export async function templatesOfAccount(
  { db }: SystemRead | SystemWrite,
  accountId: string,
): Promise<StoredTemplate[]> {
  const query = db.selectFrom("print_template").selectAll().where("account_id", "=", accountId)
  return (await query.orderBy("template_id").orderBy("version").execute()).map(toTemplate)
}

export async function addTemplate({ db }: SystemWrite, accountId: string, template: StoredTemplate): Promise<void> {
  await db.insertInto("print_template").values(templateRow(accountId, template)).execute()
}

export function templateRow(accountId: string, template: StoredTemplate): PrintTemplateTable {
  return {
    account_id: accountId,
    template_id: template.templateId,
    version: template.version,
    document: template.document,
    country_code: template.countryCode,
    vendor_id: template.vendorId,
    created_at: template.createdAt,
    body: JSON.stringify(template.body),
  }
}

/** A damaged body counts as an unreadable template, which the print job reports. */
export function toTemplate(row: PrintTemplateTable): StoredTemplate {
  return {
    templateId: row.template_id,
    version: Number(row.version),
    document: row.document,
    countryCode: row.country_code,
    vendorId: row.vendor_id,
    createdAt: row.created_at,
    body: parsed(row.body),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
