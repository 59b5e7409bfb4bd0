/** What is kept for how long: months of orders are archived to files that can be checked, and then dropped. */
export { type ArchiveWish, archiveBefore } from "./archive-before.ts"
export { ArchiveRefused, type Checked, readArchive } from "./archive-file.ts"
export type { ArchivedMonth, ArchiveParts } from "./archive-month.ts"
export { createArchiver } from "./archiver.ts"
export { KEEP_DEFAULTS, KEEP_FLAGS, type Keeping, keepOf } from "./retention-flags.ts"
