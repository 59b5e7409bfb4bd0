/** A store that has nothing to say asks every minute: it is answered, and nothing of its line changes but when it was heard. */
import { expect, it } from "vitest"
import type { HubStore, SystemWrite } from "../../../hub/storage/index.ts"
import { createLastSeen } from "../../../hub/sync/last-seen.ts"
import { createRunStep } from "../../../hub/sync/run-step.ts"
import { appendDown } from "../../../hub/sync/store-log-store.ts"
import { insertSyncState, lockSyncState, readSyncState, takeDownSeq } from "../../../hub/sync/sync-state-store.ts"
import { writing } from "../../../hub/sync/sync-tables.ts"
import { down } from "../../../protocol/mqtt/cloud.ts"
import type { Pull } from "../../../protocol/sync/messages.ts"
import { silentLog } from "../../../runtime/log.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE } from "../../kit/hub.ts"

eachDatabase((engine, open) => {
  it("an idle poll is answered, and operations that arrive meanwhile are in the next answer", async () => {
    const hub = await openTestHub(open)
    await hub.beside(async ({ store }) => {
      const offer = async (_scope: SystemWrite, _place: unknown, op: { kind: string; body: unknown }) => op
      const signs = createLastSeen({ store, onFirst: () => undefined })
      const deps = { store, log: silentLog, applyUp: async () => null, offer }
      const takeStep = createRunStep({ ...deps, noteSeen: signs.note })
      await claimed(store)
      const row = () =>
        store.system.write((scope) => writing(scope).selectFrom("store_link").selectAll().executeTakeFirst())
      const poll = async (id: number) => {
        const told = { made: 3, acked: 0 }
        const message: Pull = { epoch: "epoch-of-a-box", previous: null, session: 1, id, after: 0, mark: null, told }
        const messages = await takeStep(STORE, { is: "pull", message })
        const read = down.decode(messages?.[0]?.payload ?? "")
        return read.ok ? read.message : null
      }
      expect(await poll(1)).toMatchObject({ re: 1, standing: "current", ops: [], head: 0 })
      const before = await row()
      hub.clock.advance(60_000)
      expect(await poll(2)).toMatchObject({ re: 2, ops: [], head: 0 })
      expect(await row()).toEqual(before)
      await signs.write()
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

  it("an idle poll of a process that stood still does not set the last contact back", async () => {
    const hub = await openTestHub(open)
    await hub.beside(async ({ store }) => {
      await claimed(store)
      const frozen = createLastSeen({ store, onFirst: () => undefined })
      const other = createLastSeen({ store, onFirst: () => undefined })
      const heardAt = async () => (await store.system.read((scope) => readSyncState(scope, STORE)))?.state.lastHeardAt
      const noteNow = (signs: typeof frozen) => signs.note(STORE, new Date(hub.clock.ms()).toISOString())
      noteNow(frozen)
      hub.clock.advance(90_000)
      noteNow(other)
      await other.write()
      await frozen.write()
      expect(await heardAt()).toBe(hub.clock.ms())
      // But what a clock wrote that was a day ahead is set right.
      hub.clock.advance(-86_400_000)
      noteNow(other)
      await other.write()
      expect(await heardAt()).toBe(hub.clock.ms())
    })
  })

  // SQLite has one writer: who holds a line holds all of them.
  if (engine === "postgres")
    it("an idle poll does not wait for a locked store log", async () => {
      const hub = await openTestHub(open)
      await hub.beside(async ({ store }) => {
        await claimed(store)
        const signs = createLastSeen({ store, onFirst: () => undefined })
        signs.note(STORE, new Date(hub.clock.ms()).toISOString())
        await store.system.write(async (scope) => {
          await lockSyncState(scope, STORE)
          await signs.write()
        })
        const kept = await store.system.read((scope) => readSyncState(scope, STORE))
        expect(kept?.state.lastHeardAt).toBeNull()
      })
    })
})

/** A box was claimed for the store. */
async function claimed(store: HubStore): Promise<void> {
  const owner = await store.system.read(({ db }) =>
    db.selectFrom("store").select(["account_id", "vendor_id"]).where("store_id", "=", STORE).executeTakeFirstOrThrow(),
  )
  const place = { storeId: STORE, accountId: owner.account_id, vendorId: owner.vendor_id }
  await store.system.write((scope) => insertSyncState(scope, place))
}
