/** Print templates from the hub, and the code page that a person chose for a printer. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const printTemplates: Migration = {
  id: 14,
  name: "print-templates",
  sql: `
    CREATE TABLE print_template (
      template_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      document TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (template_id, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE printer_page (
      printer_id TEXT PRIMARY KEY,
      page TEXT NOT NULL,
      set_by TEXT NOT NULL,
      set_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
