/** What keeps a box alive that nobody looks after: backups, repair, room on the disk, the clock, what support is sent. */
export {
  BACKUPS_DIR,
  type BackupManifest,
  type BackupPlan,
  isWhole,
  listBackups,
  makeBackup,
} from "./backup/backup-files.ts"
export { readBegunAnew } from "./backup/empty-start.ts"
export { putInPlace, type Repaired, repairDatabase, setAside } from "./backup/repair-database.ts"
export { type TakingBack, takeBack } from "./backup/restore-records.ts"
export { type Care, createCare } from "./create-maintenance.ts"
export { distrustSpool } from "./prune-store.ts"
export type { DiskRoom } from "./watch-disk.ts"
export { writeBundle } from "./write-support-bundle.ts"
