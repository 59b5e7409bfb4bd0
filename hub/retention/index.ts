/** Retention: months of orders are archived to files, checked, and then deleted. */
export { type ArchiveQuery, archiveBefore } from "./archive-before.ts"
export { ArchiveRefused, type Checked, readArchive } from "./archive-file.ts"
export type { ArchiveDeps, ArchivedMonth } from "./archive-month.ts"
export { createArchiver } from "./archiver.ts"
export { RETENTION_DEFAULTS, RETENTION_FLAGS, type Retention, retentionOf } from "./retention-flags.ts"
