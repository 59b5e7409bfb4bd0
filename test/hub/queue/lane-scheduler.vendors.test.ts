import { describe, expect, it } from "vitest"
import type { ExternalJobKind, TransactionalJobKind } from "../../../hub/queue/index.ts"
import { CALLBACK_RETRY } from "../../../protocol/rules/queue/retry.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { soonOfItself } from "../../kit/soon.ts"
import { leaveMark, shareQueueDatabase } from "./kit.ts"

const retry = CALLBACK_RETRY

/** An outside worker whose jobs end when the test lets them. */
function createGate() {
  const inside = new Map<string, () => void>()
  const kind: ExternalJobKind = {
    retry,
    run: (job) =>
      new Promise((resolve) => {
        const write = (tx: Parameters<typeof leaveMark>[0]) => leaveMark(tx, job)
        inside.set(job.id, () => {
          inside.delete(job.id)
          resolve({ end: { is: "processed", result: null }, write })
        })
      }),
  }
  const open = () => {
    for (const end of [...inside.values()]) end()
  }
  return { kind, inside, open }
}

/** Without waiting for what runs. */
const until = (isSo: () => boolean) => soonOfItself(() => expect(isSo()).toBe(true))

eachDatabase((name, open) => {
  const openQueue = shareQueueDatabase(open)

  describe("lanes", () => {
    it("have a limit: a lane that is stuck blocks only its own jobs", async () => {
      const gate = createGate()
      const { queue, add, marked } = await openQueue({ work: { ...gate.kind, laneMax: 2 } })
      const slow = await add({ lane: "slow" }, { lane: "slow" }, { lane: "slow" }, { lane: "slow" })
      queue.start()
      await until(() => gate.inside.size === 2)
      const [quick = ""] = await add({ lane: "z-quick" })
      await until(() => gate.inside.has(quick))
      expect([...gate.inside.keys()]).toEqual([...slow.slice(0, 2), quick])
      gate.open()
      await until(() => gate.inside.size === 2)
      expect([...gate.inside.keys()]).toEqual(slow.slice(2))
      gate.open()
      await queue.settle()
      expect((await marked()).length).toBe(5)
    })

    it("with one job at a time run in order, whichever process claims them", async () => {
      const one: TransactionalJobKind = {
        retry,
        laneMax: 1,
        async apply(tx, job) {
          await leaveMark(tx, job)
          return { is: "processed", result: null }
        },
      }
      const { queue, add, marked, another } = await openQueue({ work: one })
      const ids = await add(...Array.from({ length: 30 }, (_, n) => ({ lane: n % 2 === 0 ? "a" : "b" })))
      const second = another({ work: one })
      // A lane that the other one has at this moment is left alone: asked until both find nothing.
      while ((await marked()).length < ids.length) await Promise.all([queue.settle(), second.settle()])
      const even = new Set(ids.filter((_, n) => n % 2 === 0))
      const order = await marked()
      expect(order.filter((id) => even.has(id))).toEqual([...even])
      expect(order.filter((id) => !even.has(id))).toEqual(ids.filter((id) => !even.has(id)))
    })

    it.each([
      ["steps aside", false, ["second", "first"]],
      ["holds back its lane where the kind says so", true, ["first", "second"]],
    ])("with a job that waits for its next attempt: it %s", async (_what, blocksLane, order) => {
      let isDown = true
      const seen: unknown[] = []
      const work: TransactionalJobKind<string> = {
        retry,
        laneMax: 1,
        blocksLane,
        async apply(_tx, job) {
          if (job.body === "first" && isDown) return { is: "retry", error: "down" }
          seen.push(job.body)
          return { is: "processed", result: null }
        },
      }
      const { queue, add, clock } = await openQueue({ work })
      await add({ body: "first" }, { body: "second" })
      await queue.settle()
      isDown = false
      clock.advance(1_000)
      await queue.settle()
      expect(seen).toEqual(order)
    })

    it("take turns, and lanes beyond one claim are all reached", async () => {
      const work: TransactionalJobKind = {
        retry,
        laneMax: 3,
        async apply(tx, job) {
          await leaveMark(tx, job)
          return { is: "processed", result: null }
        },
      }
      const { queue, add, marked } = await openQueue({ work })
      const deep = Array.from({ length: 60 }, () => ({ lane: "deep" }))
      const many = Array.from({ length: 130 }, (_, n) => ({ lane: `lane-${n}` }))
      const ids = await add(...deep, ...many)
      await queue.settle()
      const order = await marked()
      expect(new Set(order)).toEqual(new Set(ids))
      // The deep lane came first and is through last: it had its turns, and no more.
      const lastOfMany = Math.max(...ids.slice(deep.length).map((id) => order.indexOf(id)))
      expect(ids.slice(0, deep.length).filter((id) => order.indexOf(id) > lastOfMany).length).toBeGreaterThan(40)
    })

    it("with an empty name are refused", async () => {
      const { add } = await openQueue({})
      await expect(add({ lane: "" })).rejects.toThrow("names no lane")
    })
  })

  it(`a claim does not read the waiting jobs of a full lane (${name})`, async () => {
    const gate = createGate()
    const { queue, add, store } = await openQueue({ work: { ...gate.kind, laneMax: 1 } })
    await add(...Array.from({ length: 500 }, () => ({ lane: "deep" })))
    queue.start()
    await until(() => gate.inside.size === 1)
    const [next = ""] = await add({ lane: "next" })
    await until(() => gate.inside.has(next))
    const waiting = await store.system.read(({ db }) =>
      db.selectFrom("job").select("job_id").where("waiting", "=", 1).execute(),
    )
    expect(waiting.length).toBe(499)
    await queue.stop()
  })
})
