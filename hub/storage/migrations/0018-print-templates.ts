/** An account's print templates. Each row is one version and never changes. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const printTemplates: EngineMigration = {
  id: 18,
  name: "print-templates",
  sql: `
    CREATE TABLE print_template (
      account_id TEXT NOT NULL REFERENCES account (account_id),
      template_id TEXT NOT NULL,
      version BIGINT NOT NULL,
      document TEXT NOT NULL,
      country_code TEXT,
      vendor_id TEXT,
      created_at TEXT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (account_id, template_id, version)
    );
  `,
}
