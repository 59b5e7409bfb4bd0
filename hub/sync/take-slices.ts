/** Takes a large batch in pieces, a transaction each, so that nobody else's writes wait for the whole of it; it is answered once. */
import { ack } from "../../protocol/mqtt/cloud.ts"
import { sliceBatch } from "../../protocol/sync/batch.ts"
import type { Heard, Said, TakeStep } from "./take-step.ts"

export async function takeSlices(takeStep: TakeStep, storeId: string, heard: Heard): Promise<readonly Said[] | null> {
  if (heard.is !== "up") return takeStep(storeId, heard)
  const { message } = heard
  let said: readonly Said[] | null = []
  for (const slice of sliceBatch(message)) {
    said = await takeStep(storeId, { ...heard, message: slice })
    if (said === null || !said.some((one) => hasTaken(one, slice.to))) break
  }
  return said === null ? null : said.map((one) => answerTo(one, message.from))
}

function hasTaken({ topic, payload }: Said, to: number): boolean {
  const heard = ack.parse(topic) ? ack.decode(payload) : null
  return heard?.ok === true && heard.message.applied >= to
}

/** The store knows its batch by its first op. */
function answerTo(one: Said, from: number): Said {
  const heard = ack.parse(one.topic) ? ack.decode(one.payload) : null
  return heard?.ok ? { ...one, payload: ack.encode({ ...heard.message, re: from }) } : one
}
