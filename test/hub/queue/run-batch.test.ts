import { expect, it } from "vitest"
import { enqueueAll, type Job, type JobEnd, type TransactionalJobKind } from "../../../hub/queue/index.ts"
import type { TenantWrite } from "../../../hub/storage/index.ts"
import { CALLBACK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { createIds } from "../../../runtime/ids.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { leaveMark, shareQueueDatabase, TENANT, type TestQueue } from "./kit.ts"

const GLOBEX = { accountId: "globex", vendorId: "globex.br" }
const done: JobEnd = { is: "processed", result: { kind: "recorded" } }

type Body = JobEnd | "throw" | null

/** Marks each job, unless its body says how it ends; writes down what it was handed at once. */
function createWorker() {
  const handed: { vendorId: string; ids: string[] }[] = []
  const work = async (tx: TenantWrite, job: Job<Body>): Promise<JobEnd> => {
    await leaveMark(tx, job)
    if (job.body === "throw") throw new Error("the worker threw")
    return job.body ?? done
  }
  const kind: TransactionalJobKind<Body> = {
    retry: CALLBACK_RETRY,
    apply: work,
    async applyBatch(tx, jobs) {
      handed.push({ vendorId: tx.tenant.vendorId, ids: jobs.map(({ id }) => id) })
      const ends: JobEnd[] = []
      for (const job of jobs) ends.push(await work(tx, job))
      return ends
    },
  }
  return { kind, handed }
}

eachDatabase((_name, open) => {
  const openQueue = shareQueueDatabase(open)

  it("gives several jobs of one tenant at a time to a kind that accepts batches", async () => {
    const { kind, handed } = createWorker()
    const { queue, add, look, marked, store, clock } = await openQueue({ work: kind })
    const ids = await add({}, { body: { is: "ignored", result: null } }, {})
    const theirs = await store.write(GLOBEX, (tx) =>
      enqueueAll(
        tx,
        createIds({ clock }),
        [1, 2].map(() => ({ kind: "work", lane: "b", body: null })),
      ),
    )
    await queue.settle()
    expect(new Set(await marked())).toEqual(new Set([...ids, ...theirs]))
    expect((await look(ids)).map(({ status }) => status)).toEqual(["processed", "ignored", "processed"])
    expect(handed).toContainEqual({ vendorId: TENANT.vendorId, ids })
    expect(handed).toContainEqual({ vendorId: GLOBEX.vendorId, ids: theirs })
    expect(handed.length).toBe(2)
  })

  it.each<[string, Body]>([
    ["throws", "throw"],
    ["is told to try again", { is: "retry", error: "the worker threw" }],
  ])("runs each alone if one of them %s: the others are processed, once", async (_what, body) => {
    const { kind } = createWorker()
    const { queue, add, look, marked } = await openQueue({ work: kind })
    const ids = await add({}, {}, { body }, {})
    await queue.settle()
    const found = await look(ids)
    expect(found.map(({ status }) => status)).toEqual(["processed", "processed", "retry", "processed"])
    expect(found[2]).toMatchObject({ error: "the worker threw", attempts: 1 })
    expect((await marked()).sort()).toEqual(ids.filter((_, n) => n !== 2))
  })

  const fencesOf = async ({ store }: TestQueue) => {
    const rows = await store.read(TENANT, (scope) => scope.select("job").select(["attempts", "fence"]).execute())
    return rows.map(({ attempts, fence }) => [Number(attempts), Number(fence)])
  }

  it("runs new jobs without a claim, and counts the attempt", async () => {
    const bench = await openQueue({ work: createWorker().kind })
    await bench.add({}, {})
    await bench.queue.settle()
    expect(await fencesOf(bench)).toEqual(Array(2).fill([1, 0]))
  })

  it("claims jobs from before its start, because such a job may have ended the process before", async () => {
    const bench = await openQueue({})
    await bench.add({}, {})
    bench.clock.advance(1)
    await bench.another({ work: createWorker().kind }).settle()
    expect(await fencesOf(bench)).toEqual(Array(2).fill([1, 1]))
  })

  it("runs each once when several processes work", async () => {
    const bench = await openQueue({ work: createWorker().kind })
    const other = bench.another({ work: createWorker().kind })
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) {
      ids.push(...(await bench.add(...Array(20).fill({}))))
      await Promise.all([bench.queue.settle(), other.settle()])
    }
    expect((await bench.marked()).sort()).toEqual(ids)
  })
})
