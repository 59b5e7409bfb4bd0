/** Print templates as the hub sent them. */
import type { StoredTemplate } from "../../protocol/shapes/print-template.ts"
import type { BoxTx } from "../storage/index.ts"

export function readTemplates({ db }: BoxTx): StoredTemplate[] {
  const rows = db.prepare<[], { record: string }>("SELECT record FROM print_template").all()
  return rows.map(({ record }) => JSON.parse(record))
}

/** Saving the same version again changes nothing. */
export function saveTemplate({ db }: BoxTx, template: StoredTemplate): void {
  const { templateId, version, document } = template
  db.prepare(
    "INSERT INTO print_template (template_id, version, document, record) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document, record = excluded.record",
  ).run(templateId, version, document, JSON.stringify(template))
}
