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

export async function applySlices(takeStep: RunStep, storeId: string, heard: StepResult): Promise<Answer> {
  if (heard.is !== "up") return takeStep(storeId, heard)
  const slices = sliceBatch(heard.message)
  if (slices.length === 1) return takeStep(storeId, heard)
  const taking: Promise<Answer>[] = []
  try {
    for (const message of slices) {
      await new Promise<void>((written) => {
        const step = takeStep(storeId, { ...heard, message }, written)
        taking.push(step)
        step.then(
          () => written(),
          () => written(),
        )
      })
      const before = slices[taking.length - 2]
      if (before && !hasTaken(await taking.at(-2), before)) break
    }
    const said = await taking.at(-1)
    return said?.map((one) => answerTo(one, heard.message.from)) ?? null
  } finally {
    // Whatever has become of one of them, the line is free when this ends.
    await Promise.allSettled(taking)
  }
}

function hasTaken(said: Answer | undefined, { to }: Up): boolean {
  return (
    said?.some(({ topic, payload }) => {
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
