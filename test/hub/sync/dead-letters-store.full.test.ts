/** A store that sends what cannot be applied fills its share of dead letters and no more: the rest stays with it until a person has looked. */
import { expect, it } from "vitest"
import { reading } from "../../../hub/sync/sync-tables.ts"
import { DEAD_LETTERS_MAX } from "../../../protocol/sync/limits.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openBox, openHub, STORE_ID, until } from "../../kit/line.ts"

const BEYOND = 250

eachDatabase((_engine, open) => {
  it("a batch that would exceed the limit of dead letters is refused, and accepted once there is room", async () => {
    let reason: string | null = "NOT_NOW"
    const hub = await openHub(open, { applyUp: async () => reason })
    const box = openBox()
    for (let n = 1; n <= DEAD_LETTERS_MAX + BEYOND; n += 1) box.sell(n)
    await box.connect(hub.port)
    const waiting = () =>
      hub.store.system.read(async (scope) => {
        const rows = reading(scope).selectFrom("parked_op").select("seq").where("settled_at", "is", null)
        return (await rows.execute()).length
      })
    await until(async () => (await waiting()) === DEAD_LETTERS_MAX)
    expect(box.uplink.status().unsent).toBeGreaterThanOrEqual(BEYOND)
    const oldest = (await hub.sync.deadLetters(STORE_ID))[0]
    if (!oldest) throw new Error("no dead letter is there")
    const foreign = { ...oldest, storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d99" }
    expect(await hub.sync.settleDeadLetter(foreign, "dismissed")).toMatchObject({ refused: "NOT_FOUND" })
    expect(await hub.sync.settleDeadLetter(oldest, "dismissed")).toEqual({ settled: true })
    reason = null
    await until(() => box.uplink.status().unsent === 0)
    expect(await waiting()).toBe(DEAD_LETTERS_MAX - 1)
  })
})
