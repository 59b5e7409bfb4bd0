/** Repeats by `Idempotency-Key`, kept in the real tables of hub and box. */
import { describe, expect, it } from "vitest"
import { createIdempotencyStore as boxKeys } from "../../../appliance/http/idempotency-store.ts"
import { MIGRATIONS as BOX_MIGRATIONS, createBoxStore } from "../../../appliance/storage/index.ts"
import { createIdempotencyStore as hubKeys } from "../../../hub/http/idempotency-store.ts"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { confirmPayment, getOrder, updateOrder } from "../../../protocol/http/orders.ts"
import { refuse } from "../../../protocol/refusals.ts"
import { createManualClock, type ManualClock } from "../../../runtime/clock.ts"
import { type Answered, createAnswerOnce, type IdempotencyStore, type Once } from "../../../runtime/http/idempotency.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const PARALLEL = 20
const caller = { actor: "apikey:k", keyId: "k", accountId: "acme", vendorId: "acme.ec.quito", scopes: [] }
const asked = { params: { orderId: "o" }, query: {}, body: { a: 1, b: [{ c: 2, d: 3 }] }, caller, requestId: "r" }
const DONE: Answered = { status: 200, data: { done: true }, headers: { "X-Extra": "1" } }

interface Scene {
  readonly clock: ManualClock
  /** Another process with the same keys, which stands still once it has claimed one: `meanwhile` happens. */
  frozen(meanwhile: () => Promise<unknown>): Scene
  /** Counts its runs. */
  ask(over?: Partial<Once> & { result?: () => Answered | Promise<Answered> }): Promise<unknown>
  runs(): number
}

function sceneOf(store: IdempotencyStore, clock: ManualClock): Scene {
  const answerOnce = createAnswerOnce({ store, ids: createIds({ clock }), log: silentLog, elapsed: clock.ms })
  let runs = 0
  return {
    clock,
    frozen(meanwhile) {
      let stood = false
      const claim: IdempotencyStore["claim"] = async (one) => {
        const claimed = await store.claim(one)
        if (!stood) await meanwhile()
        stood = true
        return claimed
      }
      return sceneOf({ ...store, claim }, clock)
    },
    runs: () => runs,
    ask: async ({ result = () => DONE, ...over } = {}) => {
      const work = async () => {
        runs += 1
        return result()
      }
      const { answer, replayed } = await answerOnce({
        value: confirmPayment,
        key: "key-1",
        request: asked,
        work,
        ...over,
      })
      return "refused" in answer ? answer.refused : { ...answer, replayed }
    },
  }
}

/** Resolves once a first request is at work, which ends when it is told to. */
async function startWork(ask: Scene["ask"]) {
  let finish: (answer: Answered) => void = () => {}
  let answered: Promise<unknown> = Promise.resolve()
  await new Promise<void>((isRunning) => {
    const result = () => {
      isRunning()
      return new Promise<Answered>((resolve) => {
        finish = resolve
      })
    }
    answered = ask({ result })
  })
  return { finish: (answer: Answered) => finish(answer), answered }
}

function suite(open: () => Promise<Scene>): void {
  const first = { ...DONE, replayed: false }
  const again = { ...DONE, replayed: true }

  it("runs once, and returns the first answer again with its headers", async () => {
    const { ask, runs } = await open()
    expect([await ask(), await ask(), await ask()]).toEqual([first, again, again])
    expect(runs()).toBe(1)
  })

  it("does not run in a paused process if the repeat has run elsewhere", async () => {
    const { ask, runs, clock, frozen } = await open()
    const process = frozen(async () => {
      clock.advance(61_000)
      expect(await ask()).toEqual(first)
    })
    expect(await process.ask()).toEqual(again)
    expect([runs(), process.runs()]).toEqual([1, 0])
  })

  it("runs once in a paused process if nobody has repeated it", async () => {
    const { runs, clock, frozen } = await open()
    const process = frozen(async () => clock.advance(45_000))
    expect(await process.ask()).toEqual(first)
    expect([runs(), process.runs()]).toEqual([0, 1])
  })

  it("recognises the same body with keys in another order", async () => {
    const { ask } = await open()
    await ask()
    expect(await ask({ request: { ...asked, body: { b: [{ d: 3, c: 2 }], a: 1 } } })).toEqual(again)
  })

  it.each([
    ["another body", { body: { a: 2 } }],
    ["another order", { params: { orderId: "other" } }],
    ["another query", { query: { locale: "pt" } }],
  ])("refuses the key with %s", async (_what, other) => {
    const { ask, runs } = await open()
    await ask()
    expect(await ask({ request: { ...asked, ...other } })).toBe("IDEMPOTENCY_KEY_REUSED")
    expect(runs()).toBe(1)
  })

  it("keeps keys apart by API key and endpoint", async () => {
    const { ask, runs } = await open()
    await ask()
    const create = { ...confirmPayment, name: "orders.create" }
    expect(await ask({ value: create })).toEqual(first)
    expect(await ask({ request: { ...asked, caller: { ...caller, keyId: "other" } } })).toEqual(first)
    expect(runs()).toBe(3)
  })

  it("runs each request without a key, and every other method", async () => {
    const { ask, runs } = await open()
    for (const once of [{ key: undefined }, { value: getOrder }, { value: updateOrder }]) {
      expect([await ask(once), await ask(once)]).toEqual([first, first])
    }
    expect(runs()).toBe(6)
  })

  it.each(["", " x", "x".repeat(256), "clé"])("refuses %j as a key", async (key) => {
    const { ask, runs } = await open()
    expect(await ask({ key })).toBe("VALIDATION_ERROR")
    expect(runs()).toBe(0)
  })

  it("lets a repeat wait while the first runs", async () => {
    const { ask } = await open()
    const { finish } = await startWork(ask)
    expect(await ask()).toBe("IDEMPOTENCY_KEY_IN_USE")
    finish(DONE)
    await expect.poll(() => ask()).toEqual(again)
  })

  it(`runs one of ${PARALLEL} that arrive at the same time`, async () => {
    const { ask, runs } = await open()
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => ask()))
    expect(runs()).toBe(1)
    expect(answers.filter((answer) => answer !== "IDEMPOTENCY_KEY_IN_USE")).toContainEqual(first)
  })

  it.each(["ORDER_NOT_OPEN", "AMOUNT_MISMATCH", "CONFLICT"] as const)("stores %s", async (code) => {
    const { ask, runs } = await open()
    const result = () => refuse(code, "No.", { data: { orderStatus: "COMPLETED" } })
    expect([await ask({ result }), await ask({ result })]).toEqual([code, code])
    expect(runs()).toBe(1)
  })

  it.each(["STORE_UNREACHABLE", "SERVICE_UNAVAILABLE", "INTERNAL_SERVER_ERROR", "PRINT_DAY_NOT_CLOSED"] as const)(
    "does not store %s, which a repeat may change",
    async (code) => {
      const { ask } = await open()
      expect(await ask({ result: () => refuse(code, "No.") })).toBe(code)
      expect(await ask()).toEqual(first)
    },
  )

  it("stores nothing of a request that failed unexpectedly", async () => {
    const { ask } = await open()
    const result = () => {
      throw new Error("a bug")
    }
    await expect(ask({ result })).rejects.toThrow("a bug")
    expect(await ask()).toEqual(first)
  })

  it("runs again after a crash, and the crashed process writes nothing any more", async () => {
    const { ask, clock } = await open()
    const { finish, answered } = await startWork(ask)
    clock.advance(60_000)
    expect(await ask()).toEqual(first)
    finish({ status: 200, data: "late" })
    await answered
    expect(await ask()).toEqual(again)
  })

  it("forgets after 72 hours", async () => {
    const { ask, clock, runs } = await open()
    await ask()
    clock.advance(72 * 3_600_000 - 1)
    expect(await ask()).toEqual(again)
    clock.advance(1)
    expect(await ask()).toEqual(first)
    expect(runs()).toBe(2)
  })
}

eachDatabase((_engine, open) => {
  describe("at the hub", () => {
    suite(async () => {
      const clock = createManualClock(NOW)
      const database = await open<HubTables>({ migrations: MIGRATIONS, clock })
      return sceneOf(hubKeys(createHubStore(database)), clock)
    })
  })
})

describe("at the box", () => {
  suite(async () => {
    const clock = createManualClock(NOW)
    const db = openSqlite(tempFile("box.db"))
    whenOver(() => void db.close())
    migrateSqlite(db, BOX_MIGRATIONS, NOW)
    return sceneOf(boxKeys(createBoxStore(db, clock)), clock)
  })
})
