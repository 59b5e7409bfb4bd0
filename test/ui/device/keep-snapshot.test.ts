import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Changes } from "../../../protocol/mqtt/lan-changes.ts"
import { keepSnapshot, type SnapshotState, type StoredSnapshot } from "../../../ui/device/keep-snapshot.ts"
import type { LiveEvent } from "../../../ui/device/live-connection.ts"

const BOOT = "this-start"
const SILENCE = { ok: false, offline: true, why: "timeout" } as const

/** A box whose answer is one number, and a live connection that is up or down. */
function stage() {
  let listener: (event: LiveEvent) => void = () => undefined
  const box = { value: 1, counted: 1, staleCount: null as number | null, dead: false, reads: 0, up: true }
  let latest: Changes | null = null
  const states: SnapshotState<number>[] = []
  const snapshot: StoredSnapshot = keepSnapshot<number>({
    read: async () => {
      box.reads += 1
      if (box.dead) return { error: SILENCE }
      const changes = { boot: BOOT, counts: { orders: box.staleCount ?? box.counted } }
      return { reading: { data: box.value, at: "noon", changes } }
    },
    live: {
      isUp: () => box.up,
      latestChanges: () => latest,
      listen: (given) => {
        listener = given
        return () => undefined
      },
    },
    on: ["orders"],
    onState: (state) => states.push(state),
  })
  const notify = (what = "orders") => {
    latest = { boot: BOOT, counts: { [what]: box.counted } }
    listener({ type: "change", notice: { what, seq: box.counted, boot: BOOT } })
  }
  const change = (value: number) => {
    box.value = value
    box.counted += 1
    notify()
  }
  const line = (type: "up" | "down") => {
    box.up = type === "up"
    listener({ type })
  }
  return { box, snapshot, change, notify, line, now: () => states.at(-1), states }
}

let over: (() => void)[] = []
const start = async () => {
  const parts = stage()
  over.push(parts.snapshot.stop)
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
    expect(now()).toMatchObject({ data: 1, answeredAt: "noon", reachable: true, behind: false, error: null })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(box.reads).toBe(1)
  })

  it("says whether a query was answered", async () => {
    const { box, snapshot } = await start()
    expect(await snapshot.refresh()).toBe(true)
    box.dead = true
    expect(await snapshot.refresh()).toBe(false)
  })

  it("is read again as soon as it has changed", async () => {
    const { change, now } = await start()
    change(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(now()).toMatchObject({ data: 2, behind: false })
  })

  it("is not read for data that it does not show", async () => {
    const { box, notify } = await start()
    notify("tickets")
    await vi.advanceTimersByTimeAsync(1_000)
    expect(box.reads).toBe(1)
  })

  it("is read a few times a second for a hundred changes, including the last", async () => {
    const { box, change, now } = await start()
    for (let n = 1; n <= 100; n++) {
      change(n)
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(200)
    expect(now()).toMatchObject({ data: 100, behind: false })
    expect(box.reads).toBeLessThan(12)
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
    const { box, snapshot, now } = await start()
    box.dead = true
    void snapshot.refresh()
    await vi.advanceTimersByTimeAsync(100)
    expect(now()).toMatchObject({ data: 1, reachable: true, behind: false, error: SILENCE })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(now()).toMatchObject({ data: 1, reachable: false, behind: true })
    box.dead = false
    await vi.advanceTimersByTimeAsync(1_100)
    expect(now()).toMatchObject({ data: 1, reachable: true, behind: false, error: null })
  })

  it("is behind while an answer lacks a change that was notified", async () => {
    const { box, change, now } = await start()
    box.staleCount = 1
    change(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(now()?.behind).toBe(true)
    box.staleCount = null
    await vi.advanceTimersByTimeAsync(10_000)
    expect(now()?.behind).toBe(false)
  })

  it("answers a refresh with the state after it was requested", async () => {
    const { box, snapshot, now } = await start()
    const first = snapshot.refresh()
    box.value = 5
    await Promise.all([first, snapshot.refresh()])
    expect(now()?.data).toBe(5)
    expect(box.reads).toBe(3)
  })
})
