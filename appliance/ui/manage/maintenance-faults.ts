/** Faults of the box that need a person, worst first. Pure. */
import type { StoreState } from "../../../protocol/shapes/store-state.ts"

type MaintenanceFault = "diskFull" | "diskLow" | "backupFailed" | "backupOld" | "clockJumped" | "restored"

/** Backups are hourly. A night without power is no fault yet. */
const BACKUP_OLD_MS = 26 * 3_600_000

export function maintenanceFaults({ care, now }: Pick<StoreState, "care" | "now">): MaintenanceFault[] {
  const { disk, backups, clockJump, restoredAt } = care
  const age = backups.newestAt === null ? 0 : Date.parse(now) - Date.parse(backups.newestAt)
  const faults: [MaintenanceFault, boolean][] = [
    ["diskFull", disk.is === "full"],
    ["diskLow", disk.is === "low"],
    ["backupFailed", backups.failure !== null],
    ["backupOld", age > BACKUP_OLD_MS],
    ["restored", restoredAt !== null],
    ["clockJumped", clockJump !== null],
  ]
  return faults.filter(([, is]) => is).map(([fault]) => fault)
}

/** Faults that the page shows in its header. */
export function isBad(fault: MaintenanceFault): boolean {
  return fault === "diskFull" || fault === "diskLow" || fault === "backupFailed"
}
