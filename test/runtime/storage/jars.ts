/** The one table on which the store is tested. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export interface JarTables {
  jar: { id: string; coins: number; note: string | null }
}

export const jarMigrations: readonly EngineMigration[] = [
  { id: 1, name: "jar", sql: "CREATE TABLE jar (id TEXT PRIMARY KEY, coins BIGINT NOT NULL, note TEXT)" },
]
