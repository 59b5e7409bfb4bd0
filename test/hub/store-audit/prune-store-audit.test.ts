/** What was done in the stores is kept as long as the operator says. */
import { expect, it } from "vitest"
import { createAuditPruner } from "../../../hub/store-audit/index.ts"
import { silentLog } from "../../../runtime/log.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_STORE, STORE } from "../../kit/hub.ts"

const DAY_MS = 24 * 3_600_000
const OLD_ENTRIES = 501

eachDatabase((_engine, open) => {
  it("audit entries of every store are removed when they are too old, and never if they are kept for ever", async () => {
    const hub = await openTestHub(open)
    const at = (days: number) => new Date(hub.clock.ms() - days * DAY_MS).toISOString()
    const entry = (id: string, days: number, store_id = STORE) => ({
      store_id,
      entry_id: id,
      account_id: "acme",
      vendor_id: store_id === STORE ? "acme.ec.quito" : "acme.ec.guayaquil",
      at: at(days),
      action: "drawer.open",
      record: "{}",
    })
    await hub.beside(async ({ store, clock }) => {
      const rows = Array.from({ length: OLD_ENTRIES }, (_, n) => entry(`old-${n}`, 101))
      rows.push(entry("young", 99), entry("sisters-old", 400, SISTER_STORE), entry("sisters-young", 1, SISTER_STORE))
      await store.system.write(({ db }) => db.insertInto("store_audit").values(rows).execute())
      const prune = (keptMs: number) => createAuditPruner({ store, clock, log: silentLog, keptMs }).round()
      expect(await prune(Number.POSITIVE_INFINITY)).toBe(0)
      expect(await prune(100 * DAY_MS)).toBe(OLD_ENTRIES + 1)
      const left = await store.system.read(({ db }) => db.selectFrom("store_audit").select("entry_id").execute())
      expect(left.map(({ entry_id }) => entry_id).sort()).toEqual(["sisters-young", "young"])
    })
  })
})
