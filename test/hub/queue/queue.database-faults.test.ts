/** Jobs under which the database cannot be used: that is no attempt of theirs, and they are done once it can. */
import { sql, type Transaction } from "kysely"
import { describe, expect, it } from "vitest"
import type { ExternalJobKind, JobKind, TransactionalJobKind } from "../../../hub/queue/index.ts"
import { CALLBACK_RETRY, WEBHOOK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { StoreUnavailable } from "../../../runtime/storage/store-errors.ts"
import { eachDatabase, onPostgres } from "../../kit/databases.ts"
import { leaveMark, shareQueueDatabase } from "./kit.ts"
import type { MarkTables } from "./mark.ts"

/** More than any policy has attempts. */
const OFTEN = 12
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const done = { is: "processed", result: null } as const

/** As the driver says it: a lock that is kept, a disk that fails. */
const CODES = { postgres: "57014", sqlite: "SQLITE_IOERR" } as const
const unavailable = () => new StoreUnavailable("PostgreSQL cannot be used: a lock is kept", { committed: "no" })

eachDatabase((engine, open) => {
  const trouble = () => Object.assign(new Error("the statement was cut off"), { code: CODES[engine] })
  const openQueue = shareQueueDatabase(open)

  /** A worker that meets trouble so often, then does its work. */
  const inTransaction = (times: number): TransactionalJobKind => ({
    retry: CALLBACK_RETRY,
    async apply(tx, job) {
      if (job.body === "stuck" && times-- > 0) throw trouble()
      await leaveMark(tx, job)
      return done
    },
  })
  const outside = (times: number): ExternalJobKind => ({
    retry: WEBHOOK_RETRY,
    async run(job) {
      if (times-- > 0) throw unavailable()
      return { end: done, write: (tx) => leaveMark(tx, job) }
    },
  })
  const untold = (times: number): ExternalJobKind => ({
    retry: WEBHOOK_RETRY,
    run: async (job) => ({
      end: done,
      async write(tx) {
        if (times-- > 0) throw trouble()
        await leaveMark(tx, job)
      },
    }),
  })

  it.each<[string, (times: number) => JobKind]>([
    ["whose effect is in the database", inTransaction],
    ["that asks the database before it reaches the world", outside],
    ["whose end could not be written", untold],
  ])("a job %s is never dead for that reason", async (_what, kindOf) => {
    const { queue, add, look, marked, clock } = await openQueue({ work: kindOf(OFTEN) })
    const ids = await add({ body: "stuck" })
    for (let n = 0; n < OFTEN; n += 1) {
      await queue.settle()
      expect(await look(ids)).toMatchObject([
        { status: "retry", attempts: 0, error: expect.stringMatching(/a lock is kept|cut off/) },
      ])
      clock.advance(MINUTE_MS)
    }
    await queue.settle()
    expect(await look(ids)).toMatchObject([{ status: "processed", attempts: 1, error: null }])
    expect(await marked()).toEqual(ids)
  })

  it("other jobs of the same claim run meanwhile; an ordered lane waits", async () => {
    const kind = { ...inTransaction(1), blocksLane: true, laneMax: 1 }
    const { queue, add, look, marked, clock } = await openQueue({ work: kind })
    const [stuck = "", behind = "", other = ""] = await add({ body: "stuck" }, {}, { lane: "b" })
    await queue.settle()
    expect(await marked()).toEqual([other])
    expect((await look([stuck, behind])).map(({ status }) => status)).toEqual(["retry", "queued"])
    clock.advance(MINUTE_MS)
    await queue.settle()
    expect(await marked()).toEqual([other, stuck, behind])
  })

  it("a fault that lasts a day counts, and becomes an action item", async () => {
    const { queue, add, look, clock } = await openQueue({ work: inTransaction(OFTEN) })
    const ids = await add({ body: "stuck" })
    await queue.settle()
    clock.advance(DAY_MS + MINUTE_MS)
    await queue.settle()
    expect(await look(ids)).toMatchObject([{ status: "retry", attempts: 1 }])
  })
})

onPostgres((open) => {
  const openQueue = shareQueueDatabase(open)

  describe("a row that somebody keeps locked", () => {
    it("is waited for, over more retries than there are attempts", async () => {
      const kind: TransactionalJobKind = {
        retry: CALLBACK_RETRY,
        async apply(tx, job) {
          await sql`SET LOCAL lock_timeout = 20`.execute(tx.system.db)
          await (tx.system.db as unknown as Transaction<MarkTables>)
            .updateTable("mark")
            .set({ place: 2 })
            .where("job_id", "=", "kept")
            .execute()
          await leaveMark(tx, job)
          return done
        },
      }
      const { queue, add, look, store, clock } = await openQueue({ work: kind })
      await store.system.write(({ db }) =>
        sql`INSERT INTO mark (job_id, lane, place) VALUES ('kept', 'a', 1)`.execute(db),
      )
      const ids = await add({})
      let letGo = () => {}
      const over = new Promise<void>((resolve) => {
        letGo = resolve
      })
      let isKept = () => {}
      const kept = new Promise<void>((resolve) => {
        isKept = resolve
      })
      const keeping = store.system.write(async ({ db }) => {
        await sql`SELECT job_id FROM mark WHERE job_id = 'kept' FOR UPDATE`.execute(db)
        isKept()
        await over
      })
      await kept
      for (let n = 0; n < OFTEN; n += 1) {
        await queue.settle()
        clock.advance(MINUTE_MS)
      }
      expect(await look(ids)).toMatchObject([{ status: "retry", attempts: 0 }])
      letGo()
      await keeping
      await queue.settle()
      expect(await look(ids)).toMatchObject([{ status: "processed", attempts: 1 }])
    })
  })
})
