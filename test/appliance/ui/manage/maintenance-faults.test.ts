import { describe, expect, it } from "vitest"
import { isBad, maintenanceFaults } from "../../../../appliance/ui/manage/maintenance-faults.ts"
import type { BoxMaintenance } from "../../../../protocol/shapes/box-maintenance.ts"

const NOW = "2026-11-21T12:00:00.000Z"
const FINE: BoxMaintenance = {
  disk: { is: "fine", freeBytes: 10, totalBytes: 20 },
  backups: { count: 3, newestAt: "2026-11-21T11:00:00.000Z", failure: null },
  clockJump: null,
  restoredAt: null,
}
const faultsOf = (over: Partial<BoxMaintenance>) => maintenanceFaults({ care: { ...FINE, ...over }, now: NOW })

describe("the faults of a box", () => {
  it("needs nobody if all is well, or before its first backup", () => {
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ backups: { count: 0, newestAt: null, failure: null } })).toEqual([])
  })

  it("shows what is wrong, the worst first", () => {
    const all = faultsOf({
      disk: { ...FINE.disk, is: "full" },
      backups: { count: 1, newestAt: "2026-11-20T09:00:00.000Z", failure: "no room" },
      clockJump: { at: NOW, byMs: 86_400_000 },
      restoredAt: NOW,
    })
    expect(all).toEqual(["diskFull", "backupFailed", "backupOld", "restored", "clockJumped"])
    expect(all.filter(isBad)).toEqual(["diskFull", "backupFailed"])
    expect(faultsOf({ disk: { ...FINE.disk, is: "low" } })).toEqual(["diskLow"])
  })
})
