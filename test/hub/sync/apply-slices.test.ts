/** A large batch is taken in pieces, in their order: the next one is written while the one before becomes durable, and never more than these two are under way. */
import { expect, it } from "vitest"
import { applySlices } from "../../../hub/sync/apply-slices.ts"
import type { DownlinkMessage } from "../../../hub/sync/downlink-message.ts"
import type { RunStep } from "../../../hub/sync/run-step.ts"
import { ack } from "../../../protocol/mqtt/cloud.ts"
import { SLICE_MAX } from "../../../protocol/sync/limits.ts"
import type { Up } from "../../../protocol/sync/messages.ts"

const STORE_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"
const EPOCH = "epoch-of-this-box"

function batchOf(slices: number) {
  const to = slices * SLICE_MAX
  const ops = Array.from({ length: to }, (_, n) => ({ seq: n + 1, mark: `m${n + 1}`, kind: "k", at: "t", body: null }))
  const message: Up = { epoch: EPOCH, previous: null, from: 1, to, mark: null, ops }
  return { is: "up" as const, message }
}

function acked(re: number, applied: number): DownlinkMessage[] {
  const message = { epoch: EPOCH, standing: "current", current: EPOCH, applied, mark: null, re } as const
  return [{ topic: ack.topic({ storeId: STORE_ID }), payload: ack.encode(message) }]
}

interface Begun {
  readonly to: number
  write(): void
  end(applied?: number): Promise<void>
  fail(error: Error): Promise<void>
}

/** Steps that are written and end when the test says so. */
function steps() {
  const begun: Begun[] = []
  const takeStep: RunStep = (_storeId, result, onWritten) =>
    new Promise((resolve, reject) => {
      const { from, to } = (result as ReturnType<typeof batchOf>).message
      begun.push({
        to,
        write: () => onWritten?.(),
        end: (applied = to) => settled(() => resolve(acked(from, applied))),
        fail: (error) => settled(() => reject(error)),
      })
    })
  const at = (n: number) => begun[n] as Begun
  return { takeStep, at, begun: () => begun.map(({ to }) => to) }
}

async function settled(act: () => void): Promise<void> {
  act()
  await new Promise((resolve) => setImmediate(resolve))
}

it("a slice starts when the one before is written, a third when the first is durable; one answer is sent", async () => {
  const { takeStep, at, begun } = steps()
  const answer = applySlices(takeStep, STORE_ID, batchOf(3))
  expect(begun()).toEqual([50])
  await settled(at(0).write)
  expect(begun()).toEqual([50, 100])
  await settled(at(1).write)
  expect(begun()).toEqual([50, 100])
  await at(0).end()
  expect(begun()).toEqual([50, 100, 150])
  await at(1).end()
  await at(2).end()
  expect(await answer).toEqual(acked(1, 150))
})

it("no further slice starts after one that was refused, and the store learns how far it came", async () => {
  const { takeStep, at, begun } = steps()
  const answer = applySlices(takeStep, STORE_ID, batchOf(4))
  await settled(at(0).write)
  await at(0).end(0)
  await settled(at(1).write)
  await at(1).end(0)
  expect(begun()).toEqual([50, 100])
  expect(await answer).toEqual(acked(1, 0))
})

it("after a failed slice the store's log is free once the parallel one has ended", async () => {
  const { takeStep, at, begun } = steps()
  let isFree = false
  const answer = applySlices(takeStep, STORE_ID, batchOf(4)).finally(() => {
    isFree = true
  })
  const failed = expect(answer).rejects.toThrow("the disk is full")
  await settled(at(0).write)
  await settled(at(1).write)
  await at(0).fail(new Error("the disk is full"))
  expect(isFree).toBe(false)
  await at(1).fail(new Error("the disk is full, too"))
  await failed
  expect(begun()).toEqual([50, 100])
})
