import { describe, expect, it, vi } from "vitest"
import { createQueue, enqueue, findJob, type JobEnd, type TransactionalJobKind } from "../../../hub/queue/index.ts"
import { CALLBACK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { silentLog } from "../../../runtime/log.ts"
import { StoreUnavailable } from "../../../runtime/storage/store-errors.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { soonOfItself } from "../../kit/soon.ts"
import { whenOver } from "../../kit/temp.ts"
import { leaveMark, shareQueueDatabase, TENANT } from "./kit.ts"

const done: JobEnd = { is: "processed", result: { kind: "recorded" } }
const retry = CALLBACK_RETRY

/** Marks each job, unless its body says how it ends. */
const worker: TransactionalJobKind<JobEnd | "throw" | null> = {
  retry,
  async apply(tx, job) {
    await leaveMark(tx, job)
    if (job.body === "throw") throw new Error("the worker threw")
    return job.body ?? done
  },
}

eachDatabase((_name, open) => {
  const openQueue = shareQueueDatabase(open)

  describe("a job whose effect is in the database", () => {
    it("ends with its effect, once, and its lookup says so", async () => {
      const { queue, add, look, marked, store } = await openQueue({ work: worker })
      const ids = await add({}, {}, { lane: "b" })
      await queue.settle()
      await queue.settle()
      expect((await marked()).sort()).toEqual(ids)
      expect(await look(ids)).toEqual(
        ids.map(() => ({ status: "processed", attempts: 1, result: { kind: "recorded" }, error: null })),
      )
      const found = await store.read(TENANT, (scope) => findJob(scope, ids[0] ?? ""))
      expect(found).toMatchObject({ id: ids[0], kind: "work", status: "processed", error: null })
      const other = { accountId: "globex", vendorId: "globex.br" }
      expect(await store.read(other, (scope) => findJob(scope, ids[0] ?? ""))).toBeNull()
    })

    it("runs after a claim that the database did not answer: the queue tries again", async () => {
      const { store, clock, add, marked } = await openQueue({})
      let looks = 0
      const read: typeof store.system.read = async (work) => {
        looks += 1
        // It asks what is due, and when the next one will be.
        if (looks === 1) throw new StoreUnavailable("the database restarts", { committed: "no" })
        return store.system.read(work)
      }
      const broken = { ...store, system: { ...store.system, read } }
      const queue = createQueue({ store: broken, clock, log: silentLog, kinds: { work: worker }, stopWaitMs: 100 })
      whenOver(() => queue.stop())
      await queue.settle()
      expect(looks).toBe(1)
      const ids = await add({})
      await queue.settle()
      expect(await marked()).toEqual(ids)
    })

    it("does not exist if the fact that requested it was not committed", async () => {
      const { queue, store, marked } = await openQueue({ work: worker })
      const ids = { uuid: () => "0190a000-0000-7000-8000-000000000001" }
      const failing = store.write(TENANT, async (tx) => {
        await enqueue(tx, ids, { kind: "work", lane: "a", body: null })
        throw new Error("no fact")
      })
      await expect(failing).rejects.toThrow("no fact")
      await queue.settle()
      expect(await marked()).toEqual([])
    })

    it.each<[string, JobEnd | "throw", object, boolean]>([
      [
        "ignored",
        { is: "ignored", result: { kind: "ignored" } },
        { status: "ignored", result: { kind: "ignored" } },
        true,
      ],
      [
        "failed: it can never succeed",
        { is: "failed", error: "no such thing" },
        { status: "failed", error: "no such thing" },
        true,
      ],
      [
        "told to try again: its effect is undone",
        { is: "retry", error: "not yet" },
        { status: "retry", error: "not yet" },
        false,
      ],
      ["thrown: its effect is undone", "throw", { status: "retry", error: "the worker threw" }, false],
    ])("%s, and the other jobs of its transaction are processed", async (_what, body, ends, isMarked) => {
      const { queue, add, look, marked } = await openQueue({ work: worker })
      const ids = await add({}, { body }, {}, { body }, {})
      await queue.settle()
      const found = await look(ids)
      expect([1, 3].map((n) => found[n])).toEqual([expect.objectContaining(ends), expect.objectContaining(ends)])
      expect([0, 2, 4].map((n) => found[n]?.status)).toEqual(["processed", "processed", "processed"])
      expect(found.every(({ attempts }) => attempts === 1)).toBe(true)
      expect(new Set(await marked())).toEqual(new Set(ids.filter((_, n) => isMarked || n % 2 === 0)))
    })

    it("is tried 8 times, from 1 s doubling, then is dead; its kind's last action is in the same transaction", async () => {
      const onDead = vi.fn(async () => {})
      const { queue, add, look, clock } = await openQueue({ work: { ...worker, onDead } })
      const [id = ""] = await add({ body: "throw" })
      for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]) {
        await queue.settle()
        expect((await look([id]))[0]?.status).toBe("retry")
        clock.advance(waitMs - 1)
        await queue.settle()
        expect((await look([id]))[0]?.status).toBe("retry")
        clock.advance(1)
      }
      await queue.settle()
      expect(await look([id])).toEqual([{ status: "dead", attempts: 8, result: null, error: "the worker threw" }])
      expect(onDead).toHaveBeenCalledTimes(1)
    })

    it("runs at its time, not before", async () => {
      const { queue, add, marked, clock } = await openQueue({ work: worker })
      const ids = await add({ runAt: "2026-11-21T18:00:10.000Z" })
      await queue.settle()
      expect(await marked()).toEqual([])
      clock.advance(10_000)
      await queue.settle()
      expect(await marked()).toEqual(ids)
    })
  })

  it("the queue wakes up at a commit and when a job is due", async () => {
    const { queue, add, marked, clock } = await openQueue({ work: worker })
    queue.start()
    const ids = await add({})
    await soonOfItself(async () => expect(await marked()).toEqual(ids))
    const later = await add({ runAt: "2026-11-21T18:00:00.100Z" })
    clock.advance(100)
    await soonOfItself(async () => expect(await marked()).toEqual([...ids, ...later]))
  })
})
