/** What the hub cannot take in of a store: the store's manager reads of it, until headquarters has settled it. */
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { appendOp } from "../../appliance/sync/outbox-store.ts"
import { openSqlite } from "../../protocol/runtime/sqlite.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { ask, openTestHub, STORE, type TestHub } from "../kit/hub.ts"

const LOOK_EVERY_MS = 20

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox
  let managerKey = ""

  beforeAll(async () => {
    hub = await openTestHub(open)
    box = await openTestBox(hub)
    const code = box.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
    const paired = await ask(`${box.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
    managerKey = paired.body.data.key
  })

  const parkedAtHub = async () =>
    (await box.call("GET", "/api/lan/v1/state", undefined, managerKey)).body.data.parkedAtHub

  async function told(total: number): Promise<{ total: number; ops: { kind: string; reason: string }[] }> {
    for (;;) {
      const parked = await parkedAtHub()
      if (parked.total === total) return parked
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }

  /** As a version of the box would that the hub does not know yet. */
  async function sayWhatNobodyKnows(): Promise<void> {
    await box.stop()
    const db = openSqlite(join(box.data, "box.db"))
    appendOp(db, {
      mark: "0123456789ab",
      kind: "moon.risen",
      at: hub.clock.iso(),
      body: { moon: "full" },
      skewMs: null,
    })
    db.close()
    await box.restart()
  }

  describe("an op of a store that the hub cannot take in", () => {
    it("is told to the store's manager with its reason, and is gone there once it was settled", async () => {
      expect(await parkedAtHub()).toEqual({ total: 0, ops: [] })
      await sayWhatNobodyKnows()
      const { ops } = await told(1)
      expect(ops).toMatchObject([{ kind: "moon.risen", reason: "UNKNOWN_KIND: moon.risen" }])
      const [parked] = await hub.hub.sync.parked(STORE)
      expect(parked?.kind).toBe("moon.risen")
      if (parked) expect(await hub.hub.sync.settleParked(parked, "dismissed")).toEqual({ settled: true })
      expect(await told(0)).toEqual({ total: 0, ops: [] })
    })
  })
})
