/** Maintenance of an unattended box: backups, repair, disk space, the clock, the support bundle. */
export {
  BACKUPS_DIR,
  type BackupManifest,
  type BackupPlan,
  isWhole,
  listBackups,
  makeBackup,
} from "./backup/backup-files.ts"
export { readEmptyStart } from "./backup/empty-start.ts"
export { settleRepair } from "./backup/finish-repair.ts"
export { putDatabaseInPlace, quarantine, type Repaired, repairDatabase } from "./backup/repair-database.ts"
export { type RestoreRecordsInput, restoreRecords } from "./backup/restore-records.ts"
export { createMaintenance, type Maintenance } from "./create-maintenance.ts"
export { holdRestoredJobs } from "./prune-store.ts"
export type { DiskRoom } from "./watch-disk.ts"
export { writeBundle } from "./write-support-bundle.ts"
