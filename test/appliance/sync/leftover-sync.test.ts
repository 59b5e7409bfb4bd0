/** Whether a box that its broker refuses takes itself for replaced, and by whose word. */
import { setImmediate as nextTurn } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import {
  createLeftoverSync,
  type RequestLeftoverSync,
  type SyncMessage,
} from "../../../appliance/sync/leftover-sync.ts"

const PULL: SyncMessage = { topic: "brasa/v1/store-1/pull", payload: "{}" }
const DOWN: SyncMessage = { topic: "brasa/v1/store-1/down", payload: "{}" }

/** A box whose hub answers each question as it is told to, in turn. */
function refusedBox(...answers: Awaited<ReturnType<RequestLeftoverSync>>[]) {
  const seen: string[] = []
  const handOver = createLeftoverSync({
    ask: async (message) => {
      seen.push(message === null ? "asks" : "says")
      return answers.shift() ?? "away"
    },
    onReplaced: () => seen.push("replaced"),
    onUp: () => seen.push("up"),
    onDown: () => seen.push("down"),
    onMessage: ({ topic }) => seen.push(topic),
  })
  return { handOver, seen }
}

describe("a box whose login the broker refused", () => {
  it.each(["unknown", "away"] as const)(
    "is not replaced while the hub is %s, and asks again at the next refusal",
    async (word) => {
      const { handOver, seen } = refusedBox(word, [])
      handOver.refused()
      await nextTurn()
      expect(seen).toEqual(["asks"])
      expect(handOver.send(PULL)).toBe(false)
      expect(handOver.renew()).toBe(false)
      handOver.refused()
      await nextTurn()
      expect(seen).toEqual(["asks", "asks", "replaced", "up"])
    },
  )

  it("asks once, however often it is refused meanwhile", async () => {
    const { handOver, seen } = refusedBox([])
    handOver.refused()
    handOver.refused()
    await nextTurn()
    handOver.refused()
    expect(seen).toEqual(["asks", "replaced", "up"])
  })

  it("sends its leftover operations by HTTP once it is replaced, and receives the answers", async () => {
    const { handOver, seen } = refusedBox([], [DOWN], "away")
    handOver.refused()
    await nextTurn()
    expect([handOver.send(PULL), handOver.send(PULL)]).toEqual([true, true])
    await nextTurn()
    expect(seen.slice(3)).toEqual(["says", "says", DOWN.topic])
    expect(handOver.renew()).toBe(true)
    expect(seen.slice(6)).toEqual(["down", "up"])
  })

  it("that is stopped meanwhile ignores later answers", async () => {
    const { handOver, seen } = refusedBox([])
    handOver.refused()
    handOver.stop()
    await nextTurn()
    expect(seen).toEqual(["asks"])
  })
})
