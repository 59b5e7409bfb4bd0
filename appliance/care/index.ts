/** What keeps a box alive that nobody looks after: backups, repair, room on the disk, the clock, what support is sent. */
export type { BackupPlan } from "./backup-files.ts"
export { readBegunAnew } from "./begun-anew.ts"
export { runBackup, runBundle, runCheck, runRestore } from "./care-cli.ts"
export { type Care, createCare } from "./create-care.ts"
export { repairDatabase } from "./repair.ts"
export { type TakingBack, takeBack } from "./take-back.ts"
export type { DiskRoom } from "./watch-disk.ts"
