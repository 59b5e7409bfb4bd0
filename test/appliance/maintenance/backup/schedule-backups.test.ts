/** The folder of the backups cannot be read for a moment, as where no file can be opened any more: the next look makes one. */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { BACKUPS_DIR, listBackups } from "../../../../appliance/maintenance/backup/backup-files.ts"
import { createBackups } from "../../../../appliance/maintenance/backup/schedule-backups.ts"
import { createManualClock } from "../../../../runtime/clock.ts"
import { silentLog } from "../../../../runtime/log.ts"
import { layBoxFile } from "../../../kit/box-file.ts"
import { NOW } from "../../../kit/lone-box.ts"
import { tempDir } from "../../../kit/temp.ts"

const MINUTE_MS = 60_000

afterEach(() => void vi.useRealTimers())

it("an unreadable backup folder does not end the box, and the next look makes a backup", async () => {
  const data = tempDir()
  layBoxFile(data)
  writeFileSync(join(data, BACKUPS_DIR), "in its place")
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const [plan, clock] = [{ everyMinutes: 60, kept: 2, days: 2 }, createManualClock(NOW)]
  const nothing = () => undefined
  const faults: unknown[] = []
  const log = { ...silentLog, error: (fault: unknown) => void faults.push(fault) }
  const backups = createBackups({
    data,
    plan,
    clock,
    log,
    epoch: () => "epoch-1",
    hasRoom: () => true,
    pause: nothing,
    resume: nothing,
  })
  backups.start()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(faults).toHaveLength(1)
  rmSync(join(data, BACKUPS_DIR))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await backups.stop()
  expect(listBackups(data)).toHaveLength(1)
})
