/** A store that has nothing to say asks every minute: it is answered, and nothing of its line changes but when it was heard. */
import { expect, it } from "vitest"
import type { SystemWrite } from "../../../hub/storage/index.ts"
import { insertLine, takeDownSeq } from "../../../hub/sync/line-store.ts"
import { appendDown } from "../../../hub/sync/log-store.ts"
import { writing } from "../../../hub/sync/tables.ts"
import { createTakeStep } from "../../../hub/sync/take-step.ts"
import { down } from "../../../protocol/mqtt/cloud.ts"
import { silentLog } from "../../../protocol/runtime/log.ts"
import type { Pull } from "../../../protocol/sync/messages.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE } from "../../kit/hub.ts"

eachDatabase((_engine, open) => {
  it("and what has come for it meanwhile is in the next answer", async () => {
    const hub = await openTestHub(open)
    await hub.beside(async ({ store }) => {
      const offer = async (_scope: SystemWrite, _place: unknown, op: { kind: string; body: unknown }) => op
      const takeStep = createTakeStep({ store, log: silentLog, applyUp: async () => null, offer })
      const place = await store.system.read(({ db }) =>
        db.selectFrom("store").select(["account_id", "vendor_id"]).where("store_id", "=", STORE).executeTakeFirst(),
      )
      const owner = { accountId: place?.account_id ?? "", vendorId: place?.vendor_id ?? "" }
      await store.system.write((scope) => insertLine(scope, { storeId: STORE, ...owner }))
      const row = () =>
        store.system.write((scope) => writing(scope).selectFrom("store_link").selectAll().executeTakeFirst())
      const poll = async (id: number) => {
        const told = { made: 3, acked: 0 }
        const message: Pull = { epoch: "epoch-of-a-box", previous: null, session: 1, id, after: 0, mark: null, told }
        const said = await takeStep(STORE, { is: "pull", message })
        const read = down.decode(said?.[0]?.payload ?? "")
        return read.ok ? read.message : null
      }
      expect(await poll(1)).toMatchObject({ re: 1, standing: "current", ops: [], head: 0 })
      const before = await row()
      hub.clock.advance(60_000)
      expect(await poll(2)).toMatchObject({ re: 2, ops: [], head: 0 })
      const heard = { last_heard_at: new Date(hub.clock.ms()).toISOString() }
      expect(await row()).toEqual({ ...before, ...heard })
      await store.system.write(async (scope) => {
        const seq = await takeDownSeq(scope, STORE)
        await appendDown(scope, STORE, { seq, mark: "m1", kind: "stock.changed", at: scope.now, body: "{}" })
      })
      expect(await poll(3)).toMatchObject({ re: 3, ops: [{ seq: 1, mark: "m1" }], head: 1 })
      expect(await row()).toMatchObject({ down_head: 1, down_offered: 1 })
    })
  })
})
