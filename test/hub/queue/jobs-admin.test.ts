import { expect, it } from "vitest"
import { createJobsAdmin, type TransactionalJobKind } from "../../../hub/queue/index.ts"
import { CALLBACK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { silentLog } from "../../../runtime/log.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { shareQueueDatabase, TENANT } from "./kit.ts"

const GLOBEX = { accountId: "globex", vendorId: "globex.br" }
const PAGE = { limit: 10 }

/** Fails for good until it is mended. */
function createMending() {
  const state = { isMended: false }
  const kind: TransactionalJobKind = {
    retry: CALLBACK_RETRY,
    apply: async () =>
      state.isMended ? { is: "processed", result: null } : { is: "failed", error: "the order is of another store" },
  }
  return { kind, state }
}

eachDatabase((_name, open) => {
  const openQueue = shareQueueDatabase(open)
  const stage = async () => {
    const { kind, state } = createMending()
    const bench = await openQueue({ work: kind })
    const ids = await bench.add({}, { lane: "b" })
    await bench.queue.settle()
    return { ...bench, state, ids, desk: createJobsAdmin({ store: bench.store, log: silentLog }) }
  }

  it("lists failed jobs with reasons, newest first and page by page, to their tenant and to operators", async () => {
    const { desk, ids } = await stage()
    const [first = "", second = ""] = ids
    const lines = await desk.list(PAGE)
    expect(lines.map(({ id }) => id)).toEqual([second, first])
    expect(lines[1]).toMatchObject({
      tenant: TENANT,
      kind: "work",
      lane: "a",
      status: "failed",
      attempts: 1,
      error: "the order is of another store",
      dismissed: null,
      dueAt: null,
    })
    expect((await desk.list({ limit: 1 })).map(({ id }) => id)).toEqual([second])
    expect((await desk.list({ ...PAGE, before: second })).map(({ id }) => id)).toEqual([first])
    expect((await desk.list({ ...PAGE, tenant: TENANT })).length).toBe(2)
    expect(await desk.list({ ...PAGE, tenant: GLOBEX })).toEqual([])
    expect(await desk.list({ ...PAGE, kind: "other" })).toEqual([])
    expect(await desk.list({ ...PAGE, status: "processed" })).toEqual([])
  })

  it("retries a job with new attempts, only if it needs a person", async () => {
    const { desk, ids, state, queue, look } = await stage()
    const [id = ""] = ids
    state.isMended = true
    expect(await desk.retry(id, GLOBEX)).toMatchObject({ refused: "NOT_FOUND" })
    expect(await desk.retry(id, TENANT)).toMatchObject({ status: "queued", attempts: 0, error: null })
    expect(await desk.retry(id)).toMatchObject({ refused: "CONFLICT" })
    await queue.settle()
    expect(await look([id])).toEqual([{ status: "processed", attempts: 1, result: null, error: null }])
    expect(await desk.retry(id)).toMatchObject({ refused: "CONFLICT", message: expect.stringContaining("processed") })
    expect((await desk.list(PAGE)).map((row) => row.id)).toEqual([ids[1]])
  })

  it("stores why a job was dismissed; it needs nobody then, and can still be retried", async () => {
    const { desk, ids, queue } = await stage()
    const [id = ""] = ids
    expect(await desk.dismiss(id, "  ")).toMatchObject({ refused: "VALIDATION_ERROR" })
    expect(await desk.dismiss(id, "keyed in by hand", GLOBEX)).toMatchObject({ refused: "NOT_FOUND" })
    const note = { dismissed: { at: "2026-11-21T18:00:00.000Z", note: "keyed in by hand" }, status: "failed" }
    expect(await desk.dismiss(id, "keyed in by hand")).toMatchObject(note)
    expect(await desk.dismiss(id, "again")).toMatchObject({ refused: "CONFLICT" })
    expect((await desk.list(PAGE)).map((row) => row.id)).toEqual([ids[1]])
    expect((await desk.list({ ...PAGE, status: "failed" })).length).toBe(2)
    expect(await queue.figures()).toMatchObject([{ kind: "work", failed: 1, dead: 0 }])
    expect(await desk.retry(id)).toMatchObject({ status: "queued", dismissed: null })
  })

  it("counts waiting jobs, since when, and those that need a person", async () => {
    const { queue, add, clock } = await stage()
    clock.advance(60_000)
    await add({ lane: "c" })
    clock.advance(60_000)
    await add({ lane: "a" }, { lane: "c" }, { runAt: "2026-11-21T19:00:00.000Z" })
    const [figures] = await queue.figures()
    const counts = { due: 3, later: 1, busy: 0, failed: 2, dead: 0 }
    expect(figures).toEqual({ kind: "work", oldestAt: "2026-11-21T18:01:00.000Z", ...counts })
  })

  it("removes ended jobs after 30 days, and those that need a person after 90", async () => {
    const { queue, add, desk, ids, state, clock, store } = await stage()
    state.isMended = true
    await add({}, {}, { runAt: "2027-11-21T18:00:00.000Z" })
    await queue.settle()
    await desk.dismiss(ids[0] ?? "", "known")
    const left = async () => {
      const rows = await store.read(TENANT, (scope) => scope.select("job").select("status").execute())
      return rows.map(({ status }) => status).sort()
    }
    const day = 24 * 3_600_000
    clock.advance(30 * day)
    expect(await queue.prune()).toBe(0)
    clock.advance(1)
    expect([await queue.prune(), await left()]).toEqual([3, ["failed", "queued"]])
    clock.advance(60 * day)
    expect([await queue.prune(), await left()]).toEqual([1, ["queued"]])
  })
})
