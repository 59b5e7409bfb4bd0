/** Jobs that reach the world, by the dozen: more of a lane is held than is worked on, and what ends together is written together. */
import { describe, expect, it } from "vitest"
import { type Claim, claimJobs } from "../../../hub/queue/claim-store.ts"
import type { ExternalJobKind, Job } from "../../../hub/queue/index.ts"
import type { HubStore, TenantWrite } from "../../../hub/storage/index.ts"
import { CALLBACK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { soon } from "../../kit/soon.ts"
import { leaveMark, shareQueueDatabase } from "./kit.ts"

const LANE_MAX = 2
const LANE_HELD_MAX = 8
/** Who never ends takes all of it; who is about to end must get there within it, also on a busy machine. */
const STOP_WAIT_MS = 3_000

type Kind = ExternalJobKind<unknown, Job>

/** Its jobs wait in the world until the test lets them go; each leaves a mark, several by one call. */
function createWorld() {
  const inside: { id: string; letGo: () => void }[] = []
  const together: number[] = []
  let most = 0
  const kind: Kind = {
    retry: CALLBACK_RETRY,
    laneMax: LANE_MAX,
    laneLeasedMax: LANE_HELD_MAX,
    async run(job) {
      await new Promise<void>((letGo) => {
        inside.push({ id: job.id, letGo })
        most = Math.max(most, inside.length)
      })
      return { end: { is: "processed", result: null }, record: job, write: (tx) => leaveMark(tx, job) }
    },
    async writeRecords(tx, told) {
      together.push(told.length)
      for (const job of told) await leaveMark(tx, job)
    },
  }
  const letGo = (count = 1) => {
    for (const { letGo } of inside.splice(0, count)) letGo()
  }
  return { kind, inside, together, letGo, most: () => most }
}

const laneJobs = (count: number) => Array.from({ length: count }, () => ({ lane: "deep" }))

const held = (store: HubStore) =>
  store.system.read(async ({ db }) => {
    const rows = await db.selectFrom("job").select("job_id").where("status", "=", "processing").execute()
    return rows.length
  })

eachDatabase((_name, open) => {
  const openQueue = shareQueueDatabase(open)

  describe("a lane whose jobs succeed", () => {
    it("is claimed further ahead, with no more jobs at once, and is left by other processes", async () => {
      const world = createWorld()
      const { queue, add, store, marked, another } = await openQueue({ work: world.kind })
      const ids = await add(...laneJobs(20))
      queue.start()
      await soon(() => expect(world.inside.length).toBe(LANE_MAX))
      expect(await held(store)).toBe(LANE_MAX)
      world.letGo(LANE_MAX)
      await soon(async () => expect(await held(store)).toBe(LANE_HELD_MAX))
      const other = createWorld()
      await another({ work: other.kind }).settle()
      expect(other.inside).toEqual([])
      while ((await marked()).length < ids.length) {
        world.letGo()
        await new Promise((go) => setTimeout(go, 2))
      }
      expect(world.most()).toBe(LANE_MAX)
      expect([...(await marked())].sort()).toEqual(ids)
    })

    it.each([
      ["alone in it", true, LANE_HELD_MAX - 1],
      ["beside another, which makes as many together as may be worked on", false, LANE_MAX - 1],
    ])("is claimed ahead by a process that is %s", async (_who, isMine, count) => {
      const { add, store, clock } = await openQueue({})
      await add(...laneJobs(20))
      const claim = { kind: "work", laneMax: LANE_MAX, blocksLane: false, leaseUntil: clock.iso(), afterLane: "" }
      const take = (more: Pick<Claim, "limit" | "ownLanes">) =>
        store.system.write((tx) => claimJobs(tx, { ...claim, ...more }, store.dialect))
      const first = (await take({ limit: 1 })).map(({ job }) => job.id)
      const ownLanes = { lanes: ["deep"], leasedMax: LANE_HELD_MAX, leasedIds: isMine ? first : [] }
      expect((await take({ limit: 100, ownLanes })).length).toBe(count)
    })

    it("and then fail is not claimed ahead any more", async () => {
      let isDown = false
      const world = createWorld()
      const kind: Kind = {
        ...world.kind,
        run: async (job, signal) => (isDown ? { end: { is: "retry", error: "down" } } : world.kind.run(job, signal)),
      }
      const { queue, add, store, look } = await openQueue({ work: kind })
      await add(...laneJobs(2))
      queue.start()
      await soon(() => expect(world.inside.length).toBe(2))
      isDown = true
      world.letGo(2)
      const failing = await add({ lane: "deep" })
      await soon(async () => expect(await look(failing)).toMatchObject([{ status: "retry" }]))
      isDown = false
      await add(...laneJobs(10))
      await soon(() => expect(world.inside.length).toBe(LANE_MAX))
      expect(await held(store)).toBe(LANE_MAX)
      await queue.stop()
    })

    it("returns claimed jobs that waited when the process stops", async () => {
      const world = createWorld()
      const { queue, add, store, look } = await openQueue({ work: world.kind }, { stopWaitMs: STOP_WAIT_MS })
      const ids = await add(...laneJobs(6))
      queue.start()
      await soon(() => expect(world.inside.length).toBe(LANE_MAX))
      world.letGo(LANE_MAX)
      await soon(() => expect(world.inside.length).toBe(LANE_MAX))
      expect(await held(store)).toBe(4)
      const stopping = queue.stop()
      world.letGo()
      await stopping
      const found = await look(ids)
      expect(found.slice(0, 3)).toMatchObject(Array(3).fill({ status: "processed" }))
      expect(found.slice(3)).toEqual(Array(3).fill({ status: "queued", attempts: 0, result: null, error: null }))
      expect(world.inside.length).toBe(1)
      world.letGo()
    })
  })

  /** Many at once, of lanes of their own. */
  const lanes = (count: number) => Array.from({ length: count }, (_, n) => ({ lane: `lane-${n}` }))

  describe("jobs that end together", () => {
    it("are written together", async () => {
      const world = createWorld()
      const { queue, add, marked, look } = await openQueue({ work: world.kind })
      const ids = await add(...lanes(10))
      queue.start()
      await soon(() => expect(world.inside.length).toBe(10))
      world.letGo(10)
      await soon(async () => expect((await marked()).length).toBe(10))
      expect(world.together).toEqual([10])
      await queue.settle()
      expect((await look(ids)).every(({ status, attempts }) => status === "processed" && attempts === 1)).toBe(true)
    })

    it("are written one by one if that fails: a lost job writes nothing, the others once", async () => {
      const world = createWorld()
      const { queue, add, marked, look, store } = await openQueue({ work: world.kind })
      const ids = await add(...lanes(5))
      queue.start()
      await soon(() => expect(world.inside.length).toBe(5))
      await store.system.write(({ db }) =>
        db
          .updateTable("job")
          .set((eb) => ({ fence: eb("fence", "+", 1) }))
          .where("job_id", "=", ids[2] ?? "")
          .execute(),
      )
      world.letGo(5)
      await soon(async () => expect((await marked()).length).toBe(4))
      expect([...(await marked())].sort()).toEqual(ids.filter((_, n) => n !== 2))
      expect((await look(ids)).map(({ status }) => status)).toEqual([
        ...["processed", "processed", "processing", "processed", "processed"],
      ])
    })

    it("and one of which cannot be written: that one is retried", async () => {
      const world = createWorld()
      const ids: string[] = []
      const refuse = (tx: TenantWrite, job: Job) => {
        if (job.id === ids[1]) throw new Error("no room")
        return leaveMark(tx, job)
      }
      const kind: Kind = {
        ...world.kind,
        run: async (job, signal) => ({
          ...(await world.kind.run(job, signal)),
          write: async (tx) => refuse(tx, job),
        }),
        async writeRecords(tx, told) {
          for (const job of told) await refuse(tx, job)
        },
      }
      const { queue, add, marked, look } = await openQueue({ work: kind })
      ids.push(...(await add(...lanes(4))))
      queue.start()
      await soon(() => expect(world.inside.length).toBe(4))
      world.letGo(4)
      await soon(async () => expect((await marked()).length).toBe(3))
      await soon(async () =>
        expect((await look(ids)).map(({ status }) => status)).toEqual([
          ...["processed", "retry", "processed", "processed"],
        ]),
      )
    })

    it("do not wait for a slow one", async () => {
      const world = createWorld()
      const { queue, add, marked } = await openQueue({ work: world.kind }, { stopWaitMs: 20 })
      await add(...lanes(3))
      queue.start()
      await soon(() => expect(world.inside.length).toBe(3))
      world.letGo(2)
      await soon(async () => expect((await marked()).length).toBe(2))
      await queue.stop()
    })
  })

  it("a lost job gives its slot in the process to another", async () => {
    const begun: string[] = []
    const kind: Kind = {
      ...{ retry: CALLBACK_RETRY, laneMax: 1, processMax: 1, leaseMs: 30 },
      run: (job, signal) =>
        new Promise((_resolve, reject) => {
          begun.push(job.id)
          signal.addEventListener("abort", () => reject(new Error("interrupted")))
        }),
    }
    const { queue, add, store } = await openQueue({ work: kind }, { stopWaitMs: 20 })
    const ids = await add(...lanes(2))
    queue.start()
    await soon(() => expect(begun).toEqual([ids[0]]))
    await store.system.write(({ db }) =>
      db
        .updateTable("job")
        .set((eb) => ({ fence: eb("fence", "+", 1) }))
        .where("status", "=", "processing")
        .execute(),
    )
    await soon(() => expect(begun).toEqual(ids))
    await queue.stop()
  })
})
