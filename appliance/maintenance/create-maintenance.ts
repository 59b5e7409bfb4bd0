/** Assembles maintenance: what runs beside the box, and the state that it reports. */

import type { BoxMaintenance } from "../../protocol/shapes/box-maintenance.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import type { Checkpoints } from "../../runtime/storage/sqlite.ts"
import { clockJumpOfDay, type RecordAudit } from "../audit/index.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import { type BackupPlan, listBackups } from "./backup/backup-files.ts"
import type { Repaired } from "./backup/repair-database.ts"
import { createBackups } from "./backup/schedule-backups.ts"
import { createClockWatch } from "./watch-clock.ts"
import { createDiskWatch, type DiskRoom } from "./watch-disk.ts"
import { liveFacts, makeBundle, type SupportBundleSources } from "./write-support-bundle.ts"

interface MaintenanceDeps extends SupportBundleSources {
  readonly config: SupportBundleSources["config"] & { readonly data: string; readonly backups: BackupPlan | null }
  /** The clock of a test. Jumps are not watched then, because there is no other clock to compare with. */
  readonly options: { readonly clock?: Clock; readonly room?: () => DiskRoom }
  readonly uplink: { status(): { readonly epoch: string } }
  readonly store: BoxStore
  readonly clock: Clock
  readonly checkpoints: Checkpoints
  readonly log: Log
  readonly record: RecordAudit
  /** The repair of a damaged database at the start. */
  readonly repaired: Repaired | null
  readonly onChange: () => void
}

export interface Maintenance extends Part {
  state(): BoxMaintenance
  /** The reason of a degraded state, for the heartbeat; null when all is well. */
  degraded(): string | null
  /** The box got its store: the first backup is due, and everything after it is in the journal. */
  onStore(): void
  /** The support bundle. */
  bundle(tx: BoxTx): Record<string, unknown>
}

export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { config, options, clock, repaired, checkpoints } = deps
  const { data, backups: plan } = config
  const restoredAt = repaired === null ? null : clock.iso()
  const disk = createDiskWatch({ ...deps, data, ...(options.room && { room: options.room }) })
  const watch = options.clock ? null : createClockWatch({ ...deps, ticks: () => performance.now() })
  const hasRoom = () => disk.state().is === "fine"
  const { stop: pause, start: resume } = checkpoints
  const backups = createBackups({
    ...deps,
    data,
    plan,
    epoch: () => deps.uplink.status().epoch,
    hasRoom,
    pause,
    resume,
  })
  const state = (): BoxMaintenance => ({
    disk: disk.state(),
    backups: {
      count: listBackups(data).length,
      newestAt: backups.newest()?.at ?? null,
      failure: backups.failure(),
    },
    clockJump: watch?.unrecorded() ?? deps.store.read(clockJumpOfDay),
    restoredAt,
  })
  const care: Maintenance = {
    name: "care",
    start() {
      disk.start()
      watch?.start()
      backups.start()
    },
    async stop() {
      await disk.stop()
      await watch?.stop()
      await backups.stop()
    },
    state,
    degraded() {
      const { is } = disk.state()
      if (is !== "fine") return is === "full" ? "disk_full" : "disk_low"
      return backups.failure() === null ? null : "backup_failed"
    },
    onStore: () => void backups.look(),
    bundle: (tx) => makeBundle(tx.db, { data, now: tx.now, live: liveFacts({ ...deps, care }) }),
  }
  return care
}
