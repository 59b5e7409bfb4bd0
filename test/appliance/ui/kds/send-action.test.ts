import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { deliver } from "../../../../appliance/ui/kds/send-action.ts"
import type { NoAnswer, Refused } from "../../../../protocol/client/index.ts"

const SILENCE = { ok: false, offline: true, why: "timeout" } as NoAnswer
const NO = { ok: false, offline: false, status: 409, refused: "CONFLICT" } as Refused

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function stage(answers: readonly (NoAnswer | Refused | { ok: true })[], reads: readonly boolean[]) {
  const happened: string[] = []
  const [left, toRead] = [[...answers], [...reads]]
  const stop = deliver({
    send: async () => {
      happened.push("sent")
      return left.shift() ?? { ok: true }
    },
    after: async () => {
      happened.push("read")
      return toRead.shift() ?? true
    },
    onRefused: ({ refused }) => happened.push(refused),
    onDone: () => happened.push("done"),
  })
  return { happened, stop }
}

describe("an action of a screen", () => {
  it("is done once the box has it and the screen has read the result", async () => {
    const { happened } = stage([], [])
    await vi.advanceTimersByTimeAsync(0)
    expect(happened).toEqual(["sent", "read", "done"])
  })

  it("is sent again until there is an answer", async () => {
    const { happened } = stage([SILENCE, SILENCE], [])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(happened).toEqual(["sent", "sent", "sent", "read", "done"])
  })

  it("stays shown until its result can be read, so that nothing reappears", async () => {
    const { happened } = stage([], [false, false])
    await vi.advanceTimersByTimeAsync(0)
    expect(happened).toEqual(["sent", "read"])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(happened).toEqual(["sent", "read", "read", "read", "done"])
  })

  it("that is refused is reported, and removed from the screen", async () => {
    const { happened } = stage([NO], [])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(happened).toEqual(["sent", "CONFLICT", "read", "done"])
  })

  it("ends with its screen", async () => {
    const { happened, stop } = stage([SILENCE], [])
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(happened).toEqual(["sent"])
  })
})
