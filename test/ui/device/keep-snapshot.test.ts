import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Changes } from "../../../protocol/mqtt/lan-changes.ts"
import { keepSnapshot, type SnapshotState, type StoredSnapshot } from "../../../ui/device/keep-snapshot.ts"
import type { LiveEvent } from "../../../ui/device/live-connection.ts"

const BOOT = "this-start"
const SILENCE = { ok: false, offline: true, why: "timeout" } as const

/** A box with one number to tell, a line that is up or down, and a clock that is handed on. */
function stage() {
  let listener: (event: LiveEvent) => void = () => undefined
  const box = { value: 1, counted: 1, told: null as number | null, dead: false, asked: 0, up: true }
  let heard: Changes | null = null
  const standings: SnapshotState<number>[] = []
  const kept: StoredSnapshot = keepSnapshot<number>({
    ask: async () => {
      box.asked += 1
      if (box.dead) return { trouble: SILENCE }
      const changes = { boot: BOOT, counts: { orders: box.told ?? box.counted } }
      return { reading: { data: box.value, at: "noon", changes } }
    },
    live: {
      isUp: () => box.up,
      heard: () => heard,
      listen: (given) => {
        listener = given
        return () => undefined
      },
    },
    on: ["orders"],
    onStanding: (standing) => standings.push(standing),
  })
  const nudge = (what = "orders") => {
    heard = { boot: BOOT, counts: { [what]: box.counted } }
    listener({ type: "nudge", nudge: { what, seq: box.counted, boot: BOOT } })
  }
  const change = (value: number) => {
    box.value = value
    box.counted += 1
    nudge()
  }
  const line = (type: "up" | "down") => {
    box.up = type === "up"
    listener({ type })
  }
  return { box, kept, change, nudge, line, now: () => standings.at(-1), standings }
}

let over: (() => void)[] = []
const start = async () => {
  const parts = stage()
  over.push(parts.kept.stop)
  await vi.advanceTimersByTimeAsync(200)
  return parts
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  for (const stop of over) stop()
  over = []
  vi.useRealTimers()
})

describe("a snapshot", () => {
  it("is read at once, and rarely while nothing changes", async () => {
    const { box, now } = await start()
    expect(now()).toMatchObject({ data: 1, answeredAt: "noon", reachable: true, behind: false, trouble: null })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(box.asked).toBe(1)
  })

  it("says whether a query was answered", async () => {
    const { box, kept } = await start()
    expect(await kept.refresh()).toBe(true)
    box.dead = true
    expect(await kept.refresh()).toBe(false)
  })

  it("is read again as soon as it has changed", async () => {
    const { change, now } = await start()
    change(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(now()).toMatchObject({ data: 2, behind: false })
  })

  it("is not read for data that it does not show", async () => {
    const { box, nudge } = await start()
    nudge("tickets")
    await vi.advanceTimersByTimeAsync(1_000)
    expect(box.asked).toBe(1)
  })

  it("is read a few times a second for a hundred changes, including the last", async () => {
    const { box, change, now } = await start()
    for (let n = 1; n <= 100; n++) {
      change(n)
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(200)
    expect(now()).toMatchObject({ data: 100, behind: false })
    expect(box.asked).toBeLessThan(12)
  })

  it("is polled while no notification comes, and finds changes without one", async () => {
    const { box, line, now } = await start()
    line("down")
    box.value = 7
    await vi.advanceTimersByTimeAsync(1_200)
    expect(now()).toMatchObject({ data: 7, reachable: true })
  })

  it("is read when the connection is back", async () => {
    const { box, line, now } = await start()
    line("down")
    await vi.advanceTimersByTimeAsync(300)
    box.value = 8
    line("up")
    await vi.advanceTimersByTimeAsync(200)
    expect(now()?.data).toBe(8)
  })

  it("keeps its last answer while the box is silent, says so, and recovers", async () => {
    const { box, kept, now } = await start()
    box.dead = true
    void kept.refresh()
    await vi.advanceTimersByTimeAsync(100)
    expect(now()).toMatchObject({ data: 1, reachable: true, behind: false, trouble: SILENCE })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(now()).toMatchObject({ data: 1, reachable: false, behind: true })
    box.dead = false
    await vi.advanceTimersByTimeAsync(1_100)
    expect(now()).toMatchObject({ data: 1, reachable: true, behind: false, trouble: null })
  })

  it("is behind while an answer lacks a change that was notified", async () => {
    const { box, change, now } = await start()
    box.told = 1
    change(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(now()?.behind).toBe(true)
    box.told = null
    await vi.advanceTimersByTimeAsync(10_000)
    expect(now()?.behind).toBe(false)
  })

  it("answers a refresh with the state after it was requested", async () => {
    const { box, kept, now } = await start()
    const first = kept.refresh()
    box.value = 5
    await Promise.all([first, kept.refresh()])
    expect(now()?.data).toBe(5)
    expect(box.asked).toBe(3)
  })
})
