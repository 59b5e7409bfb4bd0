/**
 * Takes a large batch in pieces, a transaction each, so that nobody else's writes wait for the whole of it; it is answered once. While the disk, or PostgreSQL,
 * makes one piece durable the next one is being written.
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
  const taking: Promise<Answer>[] = []
  try {
    for (const message of slices) {
      await new Promise<void>((written) => {
        const step = takeStep(storeId, { ...result, message }, written)
        taking.push(step)
        step.then(
          () => written(),
          () => written(),
        )
      })
      const before = slices[taking.length - 2]
      if (before && !hasTaken(await taking.at(-2), before)) break
    }
    const response = await taking.at(-1)
    return response?.map((one) => answerTo(one, result.message.from)) ?? null
  } finally {
    // Whatever has become of one of them, the line is free when this ends.
    await Promise.allSettled(taking)
  }
}

function hasTaken(response: Answer | undefined, { to }: Up): boolean {
  return (
    response?.some(({ topic, payload }) => {
      const heard = ack.parse(topic) ? ack.decode(payload) : null
      return heard?.ok === true && heard.message.applied >= to
    }) === true
  )
}

/** The store knows its batch by its first op. */
function answerTo(one: DownlinkMessage, from: number): DownlinkMessage {
  const heard = ack.parse(one.topic) ? ack.decode(one.payload) : null
  return heard?.ok ? { ...one, payload: ack.encode({ ...heard.message, re: from }) } : one
}
