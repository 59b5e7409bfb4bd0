/** Periodic work: it waits for itself, survives a failure, and is waited for at the end. */
import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"

const WHEN_FAILED = "the work was not done"

function openTask(work: (isOver: () => boolean) => Promise<void>) {
  const warnings: string[] = []
  const log = { warn: (_data: object, message: string) => void warnings.push(message) } as unknown as Log
  return { ...repeat({ name: "work", everyMs: 2, atStart: true, log, whenFailed: WHEN_FAILED }, work), warnings }
}

it("starts no round while another runs, and stops after the last", async () => {
  let [running, most, rounds] = [0, 0, 0]
  const task = openTask(async () => {
    running += 1
    most = Math.max(most, running)
    await sleep(10)
    running -= 1
    rounds += 1
  })
  task.start()
  await Promise.all([task.round(), task.round()])
  await task.stop()
  expect([most, running]).toEqual([1, 0])
  const ended = rounds
  await sleep(20)
  expect(rounds).toBe(ended)
})

it("logs a failed round, and continues", async () => {
  let rounds = 0
  const task = openTask(async () => {
    rounds += 1
    if (rounds === 1) throw new Error("the first one")
  })
  task.start()
  await expect.poll(() => rounds).toBeGreaterThan(2)
  await task.stop()
  expect(task.warnings).toEqual([WHEN_FAILED])
})

it("hands the failure to the caller of a round", async () => {
  const task = openTask(() => Promise.reject(new Error("no")))
  await expect(task.round()).rejects.toThrow("no")
  expect(task.warnings).toEqual([])
})
