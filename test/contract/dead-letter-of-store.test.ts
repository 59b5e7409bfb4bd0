/** Operations that one side cannot apply: the other side's users see them until somebody has settled them. */
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { appendOp } from "../../appliance/sync/outbox-store.ts"
import type { DownWrite } from "../../protocol/sync/ops.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { ask, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { type SignedIn, signIn } from "../kit/people.ts"

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
    // And as a version of the hub would that the box does not know yet.
    const sinks = { kind: "sun.sank", body: { sun: "low" } } as unknown as DownWrite
    for (let n = 0; n < 2; n++) {
      await hub.beside(({ store, downlink }) => store.system.write((scope) => downlink.append(scope, STORE, sinks)))
    }
    await box.restart()
  }

  describe("an operation of a store that the hub cannot apply", () => {
    it("is shown to the store's manager with its reason until it was settled", async () => {
      expect(await parkedAtHub()).toEqual({ total: 0, ops: [] })
      await sayWhatNobodyKnows()
      const { ops } = await told(1)
      expect(ops).toMatchObject([{ kind: "moon.risen", reason: "UNKNOWN_KIND: moon.risen" }])
      const [parked] = await hub.hub.sync.deadLetters(STORE)
      expect(parked?.kind).toBe("moon.risen")
      if (parked) expect(await hub.hub.sync.settleDeadLetter(parked, "dismissed")).toEqual({ settled: true })
      expect(await told(0)).toEqual({ total: 0, ops: [] })
    })
  })

  describe("an operation of the hub that a store's box cannot apply", () => {
    const LIST = "/api/admin/attention"
    let person: SignedIn

    const items = async () => (await person.call("GET", `${LIST}?kind=parkedInStore`)).body.data.items
    async function seen(until: (items: { key: string; askedAt: string | null }[]) => boolean) {
      for (;;) {
        const found = await items()
        if (until(found)) return found
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      }
    }
    const settle = (key: string, action: string, note?: string) =>
      person.call("POST", `${LIST}/settle`, { kind: "parkedInStore", key, action, ...(note && { note }) })

    it("is an action item; a failed retry shows the reason, and dismissing removes it on both sides", async () => {
      person = await signIn(hub, "operations")
      const [first, second] = await seen(({ length }) => length === 2)
      expect(first).toMatchObject({
        storeId: STORE,
        what: "sun.sank",
        why: "UNKNOWN_KIND: sun.sank",
        advice: "parkedInStore",
        actions: ["replay", "dismiss"],
        askedAt: null,
      })
      const state = (await person.call("GET", `/api/admin/stores/${STORE}`)).body.data
      expect(state.line.parked).toBe(2)
      hub.clock.advance(1_000)
      expect((await settle(first.key, "replay")).status).toBe(200)
      await toldAgain(first.key)
      expect((await settle(first.key, "dismiss", "the box is updated tonight")).status).toBe(200)
      await seen(({ length }) => length === 1)
      expect((await settle(first.key, "dismiss", "once more")).status).toBe(404)

      const { body } = await box.call("GET", "/api/lan/v1/parked", undefined, managerKey)
      const [left] = body.data.ops
      expect(second.key).toBe(`${left.mark}/${STORE}`)
      const why = { as: "dismiss", reason: "asked headquarters" }
      await box.call("POST", `/api/lan/v1/parked/${left.mark}/settle`, why, managerKey)
      await seen(({ length }) => length === 0)
    })

    /** What was asked stands until the box has said what came of it. */
    async function toldAgain(key: string): Promise<void> {
      const [again] = await seen((found) => found.some((one) => one.key === key && one.askedAt === null))
      expect(again).toMatchObject({ why: "UNKNOWN_KIND: sun.sank", actions: ["replay", "dismiss"] })
    }
  })
})
