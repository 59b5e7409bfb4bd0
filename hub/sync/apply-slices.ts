/**
 * Applies a large batch in slices, one transaction each, so that other writes need not wait for the whole batch. The store gets one answer.
 * While one slice is being committed, the next one is being written.
 */
import { ack } from "../../protocol/mqtt/cloud.ts"
import { sliceBatch } from "../../protocol/sync/batch.ts"
import type { Up } from "../../protocol/sync/messages.ts"
import type { DownlinkMessage } from "./downlink-message.ts"
import type { RunStep, StepResult } from "./run-step.ts"

type Answer = readonly DownlinkMessage[] | null

export async function applySlices(takeStep: RunStep, storeId: string, result: StepResult): Promise<Answer> {
  if (result.is !== "up") return takeStep(storeId, result)
  const slices = sliceBatch(result.message)
  if (slices.length === 1) return takeStep(storeId, result)
  const steps: Promise<Answer>[] = []
  try {
    for (const message of slices) {
      await new Promise<void>((written) => {
        const step = takeStep(storeId, { ...result, message }, written)
        steps.push(step)
        step.then(
          () => written(),
          () => written(),
        )
      })
      const before = slices[steps.length - 2]
      if (before && !isApplied(await steps.at(-2), before)) break
    }
    const response = await steps.at(-1)
    return response?.map((one) => answerTo(one, result.message.from)) ?? null
  } finally {
    // No step may still hold the store's row when this function ends.
    await Promise.allSettled(steps)
  }
}

function isApplied(response: Answer | undefined, { to }: Up): boolean {
  return (
    response?.some(({ topic, payload }) => {
      const heard = ack.parse(topic) ? ack.decode(payload) : null
      return heard?.ok === true && heard.message.applied >= to
    }) === true
  )
}

/** The store recognises the answer to its batch by the batch's first operation. */
function answerTo(one: DownlinkMessage, from: number): DownlinkMessage {
  const heard = ack.parse(one.topic) ? ack.decode(one.payload) : null
  return heard?.ok ? { ...one, payload: ack.encode({ ...heard.message, re: from }) } : one
}
