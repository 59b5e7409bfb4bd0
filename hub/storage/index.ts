/** The hub's database: its tables and migrations, and queries that are limited to one tenant. */
export { createGroupCommit, type GroupCommit } from "./group-commit.ts"
export { MIGRATIONS } from "./migrations.ts"
export { moveHubDatabase } from "./move.ts"
export { openHubDatabase } from "./open.ts"
export type { HubTables } from "./schema.ts"
export type { PrintTemplateTable } from "./schema-tenants.ts"
export { createFencedRead, createFencedWrite } from "./statement.ts"
export {
  createHubStore,
  fence,
  type HubStore,
  readingAsLists,
  type SystemRead,
  type SystemWrite,
  type Tenant,
  type TenantRead,
  type TenantWrite,
} from "./tenant.ts"
