/** What keeps a box alive that nobody looks after: backups, repair, room on the disk, the clock, what support is sent. */
export {
  BACKUPS_DIR,
  type BackupManifest,
  type BackupPlan,
  isWhole,
  listBackups,
  makeBackup,
} from "./backup-files.ts"
export { readBegunAnew } from "./begun-anew.ts"
export { type Care, createCare } from "./create-care.ts"
export { distrustSpool } from "./old-rows-store.ts"
export { putInPlace, type Repaired, repairDatabase, setAside } from "./repair.ts"
export { type TakingBack, takeBack } from "./take-back.ts"
export type { DiskRoom } from "./watch-disk.ts"
export { writeBundle } from "./write-bundle.ts"
