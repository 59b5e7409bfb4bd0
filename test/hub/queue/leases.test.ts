import { describe, expect, it, vi } from "vitest"
import type { ExternalJobKind, JobKinds, TransactionalJobKind } from "../../../hub/queue/index.ts"
import { CALLBACK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { soon } from "../../kit/soon.ts"
import { leaveMark, shareQueueDatabase, type TestQueue } from "./kit.ts"

const retry = CALLBACK_RETRY
const LEASE_MS = 60_000

const inside: TransactionalJobKind = {
  retry,
  async apply(tx, job) {
    await leaveMark(tx, job)
    return { is: "processed", result: null }
  },
}

/** Hangs in the first job that it meets, until the test lets go. */
function createHanging() {
  let letGo = () => {}
  const signals: AbortSignal[] = []
  const kind: ExternalJobKind = {
    retry,
    leaseMs: LEASE_MS,
    async run(job, signal) {
      signals.push(signal)
      await new Promise<void>((resolve) => {
        letGo = resolve
      })
      return { end: { is: "processed", result: { by: "the first" } }, write: (tx) => leaveMark(tx, job) }
    },
  }
  return { kind, letGo: () => letGo(), signals }
}

/** As if its process had been killed: the job is held by nobody who lives. */
async function loseWorker({ store, clock }: TestQueue, id: string, leaseUntil = clock.iso()): Promise<void> {
  await store.system.write(({ db }) =>
    db
      .updateTable("job")
      .set((eb) => ({ status: "processing", waiting: 0, lease_until: leaseUntil, attempts: eb("attempts", "+", 1) }))
      .where("job_id", "=", id)
      .execute(),
  )
}

eachDatabase((_name, open) => {
  const openQueue = shareQueueDatabase(open)

  describe("a job whose worker died", () => {
    it("is taken over when its lease has ended, and the attempt counts", async () => {
      const bench = await openQueue({ work: inside })
      const [id = ""] = await bench.add({})
      await loseWorker(bench, id)
      await bench.queue.settle()
      expect(await bench.look([id])).toEqual([{ status: "processed", attempts: 2, result: null, error: null }])
      expect(await bench.marked()).toEqual([id])
    })

    it("is taken over if its lease is a year ahead of the clock, but not if it is slightly ahead", async () => {
      const bench = await openQueue({ work: inside })
      const [lost = "", held = ""] = await bench.add({}, { lane: "b" })
      await loseWorker(bench, lost, "2027-11-21T18:00:00.000Z")
      await loseWorker(bench, held, "2026-11-21T18:10:00.000Z")
      await bench.queue.settle()
      expect(await bench.look([lost, held])).toMatchObject([
        { status: "processed", attempts: 2 },
        { status: "processing", attempts: 1 },
      ])
      expect(await bench.marked()).toEqual([lost])
    })

    it("is dead after it has ended its process at each attempt", async () => {
      const onDead = vi.fn(async () => {})
      const bench = await openQueue({ work: { ...inside, onDead } })
      const [id = ""] = await bench.add({})
      for (let attempt = 0; attempt < 8; attempt += 1) await loseWorker(bench, id)
      await bench.queue.settle()
      expect(await bench.look([id])).toMatchObject([{ status: "dead", attempts: 8 }])
      expect((await bench.look([id]))[0]?.error).toContain("its worker was lost")
      expect([onDead.mock.calls.length, await bench.marked()]).toEqual([1, []])
    })
  })

  it("a worker whose job was taken over writes nothing", async () => {
    const hanging = createHanging()
    const bench = await openQueue({ work: { ...hanging.kind, processMax: 1 } })
    const [id = ""] = await bench.add({})
    bench.queue.start()
    await soon(() => expect(hanging.signals.length).toBe(1))
    bench.clock.advance(LEASE_MS)
    const second: JobKinds = {
      work: { ...inside, apply: async () => ({ is: "processed", result: { by: "the second" } }) },
    }
    await bench.another(second).settle()
    hanging.letGo()
    await bench.queue.settle()
    expect(await bench.look([id])).toEqual([
      { status: "processed", attempts: 2, result: { by: "the second" }, error: null },
    ])
    expect(await bench.marked()).toEqual([])
  })

  it("a long job keeps its lease while its worker lives", async () => {
    const hanging = createHanging()
    const bench = await openQueue({ work: { ...hanging.kind, leaseMs: 30 } })
    const [id = ""] = await bench.add({})
    bench.queue.start()
    await soon(() => expect(hanging.signals.length).toBe(1))
    const leaseOf = async () => {
      const row = await bench.store.system.read(({ db }) =>
        db.selectFrom("job").select("lease_until").where("job_id", "=", id).executeTakeFirstOrThrow(),
      )
      return row.lease_until ?? ""
    }
    const before = await leaseOf()
    bench.clock.advance(20)
    await soon(async () => expect((await leaseOf()) > before).toBe(true))
    hanging.letGo()
    await bench.queue.settle()
    expect(await bench.look([id])).toMatchObject([{ status: "processed", attempts: 1 }])
  })

  it("a stop lets running jobs finish", async () => {
    const hanging = createHanging()
    const bench = await openQueue({ work: hanging.kind }, { stopWaitMs: 60_000 })
    const [id = ""] = await bench.add({})
    bench.queue.start()
    await soon(() => expect(hanging.signals.length).toBe(1))
    const stopping = bench.queue.stop()
    hanging.letGo()
    await stopping
    expect(await bench.look([id])).toMatchObject([{ status: "processed", attempts: 1 }])
  })

  it("a stop releases jobs that do not finish in time, as if they had not been claimed", async () => {
    const hanging = createHanging()
    const bench = await openQueue({ work: hanging.kind }, { stopWaitMs: 20 })
    const [id = ""] = await bench.add({})
    bench.queue.start()
    await soon(() => expect(hanging.signals.length).toBe(1))
    await bench.queue.stop()
    expect(hanging.signals[0]?.aborted).toBe(true)
    expect(await bench.look([id])).toEqual([{ status: "queued", attempts: 0, result: null, error: null }])
    hanging.letGo()
    await bench.another({ work: inside }).settle()
    expect(await bench.look([id])).toEqual([{ status: "processed", attempts: 1, result: null, error: null }])
    expect(await bench.marked()).toEqual([id])
  })

  it("an external job's writes and its end are in one transaction, or the job is retried", async () => {
    const bench = await openQueue({
      work: {
        retry,
        run: async (job) => ({
          end: { is: "processed", result: null },
          async write(tx) {
            await leaveMark(tx, job)
            throw new Error("no room")
          },
        }),
      },
    })
    const ids = await bench.add({}, {})
    await bench.queue.settle()
    expect(await bench.marked()).toEqual([])
    expect(await bench.look(ids)).toEqual(
      ids.map(() => ({ status: "retry", attempts: 1, result: null, error: "no room" })),
    )
  })

  it("waits as long as the other side asked, and at least as long as the policy", async () => {
    let asked = 0
    const kind: ExternalJobKind = {
      retry,
      run: async () => ({ end: { is: "retry", error: "busy", afterMs: asked } }),
    }
    const bench = await openQueue({ work: kind })
    const dueIn = async (id: string) => {
      const row = await bench.store.system.read(({ db }) =>
        db.selectFrom("job").select("run_at").where("job_id", "=", id).executeTakeFirstOrThrow(),
      )
      return Date.parse(row.run_at) - bench.clock.ms()
    }
    const [short = ""] = await bench.add({})
    await bench.queue.settle()
    asked = 90_000
    const [long = ""] = await bench.add({})
    await bench.queue.settle()
    expect([await dueIn(short), await dueIn(long)]).toEqual([1_000, 90_000])
  })
})
