/** The way out of the kiosk, one shell on a machine, and updates at night. */
import { describe, expect, it } from "vitest"
import type { Updater } from "../../../appliance/shell/electron-types.ts"
import { createExitGate, hashExitCode, LOCKED_MS, readExitCode, TRIES_MAX } from "../../../appliance/shell/exit-code.ts"
import { createExitDialog } from "../../../appliance/shell/exit-dialog.ts"
import { keepScreenOn, requireSingleInstance } from "../../../appliance/shell/keep-screen-on.ts"
import { msUntil, updateAtNight, WINDOW_MS } from "../../../appliance/shell/update-at-night.ts"
import { handTimers, standInContents } from "./stand-ins.ts"

const CODE_HASH = hashExitCode("4711")
const HOUR_MS = 3_600_000

describe("leaving the kiosk", () => {
  function door(hash: string | null) {
    const { clock } = handTimers()
    const view = standInContents()
    const seen = { left: 0, closed: 0 }
    const ask = createExitDialog({
      gate: createExitGate(hash, clock),
      needsCode: hash !== null,
      exitPage: (said) => `file:///exit.html?said=${said}`,
      open: (onClosed) => ({
        webContents: view.contents,
        close() {
          seen.closed += 1
          onClosed()
        },
      }),
      leave() {
        seen.left += 1
      },
      report: () => {},
    })
    const type = (code: string) => view.tell("did-navigate-in-page", {}, `file:///exit.html#code=${code}`)
    return { ask, type, view, seen, clock }
  }

  it("needs only the keys if the store has no code", () => {
    const { ask, view, seen } = door(null)
    ask()
    expect(seen.left).toBe(1)
    expect(view.shown).toEqual([])
  })

  it("asks once for the code if there is one, and returns to the page on request", () => {
    const { ask, type, view, seen } = door(CODE_HASH)
    ask()
    ask()
    expect(view.shown).toHaveLength(1)
    type("0000")
    expect(view.shown.at(-1)).toContain("wrong")
    view.tell("did-navigate-in-page", {}, "file:///exit.html#back")
    expect(seen).toEqual({ left: 0, closed: 1 })
    const other = door(CODE_HASH)
    other.ask()
    other.type("4711")
    expect(other.seen.left).toBe(1)
  })

  it("checks no code for a minute after five wrong ones, not even the right one", () => {
    const { ask, type, view, seen, clock } = door(CODE_HASH)
    ask()
    for (let n = 0; n < TRIES_MAX; n++) type("1234")
    expect(view.shown.at(-1)).toContain("locked")
    type("4711")
    expect(seen.left).toBe(0)
    clock.advance(LOCKED_MS)
    type("4711")
    expect(seen.left).toBe(1)
  })

  it("stores only a hash of the code, a new one each time", () => {
    // With salt of chance, these digits stand in a hash now and then.
    expect(hashExitCode("4711", Buffer.alloc(16))).not.toContain("4711")
    expect(hashExitCode("4711")).not.toBe(CODE_HASH)
    expect(readExitCode("file:///exit.html#code=4711")).toBe("4711")
    expect(readExitCode("file:///exit.html#code=47<b>")).toBeNull()
    expect(readExitCode("file:///exit.html")).toBeNull()
  })
})

describe("the machine", () => {
  it("keeps its screen on until the shell stops", () => {
    const on = new Set<number>()
    const blocker = {
      start: () => on.add(7) && 7,
      stop: (id: number) => on.delete(id),
      isStarted: (id: number) => on.has(id),
    }
    const sleep = keepScreenOn(blocker)
    expect(on.size).toBe(1)
    sleep()
    sleep()
    expect(on.size).toBe(0)
  })

  it("runs one shell: a second start shows the first one's window and ends", () => {
    const done: string[] = []
    let second = () => {}
    const app = (first: boolean) => ({
      requestSingleInstanceLock: () => first,
      on: (_event: string, listener: () => void) => {
        second = listener
      },
      quit: () => void done.push("quit"),
    })
    const window = {
      isMinimized: () => true,
      restore: () => void done.push("restore"),
      show: () => void done.push("show"),
      focus: () => void done.push("focus"),
    }
    expect(requireSingleInstance(app(true), () => window)).toBe(true)
    second()
    expect(done).toEqual(["restore", "show", "focus"])
    expect(requireSingleInstance(app(false), () => null)).toBe(false)
    expect(done.at(-1)).toBe("quit")
  })
})

describe("updates of the shell", () => {
  function night(at = "04:30", url: string | null = "https://updates.example/kiosk") {
    // 18:00 in UTC is 13:00 in Quito.
    const hand = handTimers()
    const seen = { looked: 0, installed: 0, feed: null as unknown }
    let downloaded = () => {}
    const updater: Updater = {
      autoDownload: false,
      autoInstallOnAppQuit: true,
      allowDowngrade: true,
      setFeedURL(feed) {
        seen.feed = feed
      },
      checkForUpdates: () => {
        seen.looked += 1
        return Promise.reject(new Error("no way out"))
      },
      quitAndInstall() {
        seen.installed += 1
      },
      on: (event: string, listener: (error: Error) => void) => {
        if (event === "update-downloaded") downloaded = listener as () => void
      },
    }
    const parts = { updater, clock: hand.clock, timers: hand.timers, offsetMinutes: () => -300, report: () => {} }
    const stop = updateAtNight({ url, at, channel: "latest" }, parts)
    return { ...hand, seen, stop, updater, download: () => downloaded() }
  }

  it("are searched at the store's hour and installed then", () => {
    const { pass, seen, download, updater } = night()
    pass(15.5 * HOUR_MS - 1)
    expect(seen.looked).toBe(0)
    pass(1)
    expect(seen.looked).toBe(1)
    download()
    expect(seen.installed).toBe(1)
    expect(seen.feed).toEqual({ provider: "generic", url: "https://updates.example/kiosk", channel: "latest" })
    expect(updater).toMatchObject({ autoInstallOnAppQuit: false, allowDowngrade: false })
  })

  it("wait for the next night if they come too late", () => {
    const { pass, seen, download } = night()
    pass(15.5 * HOUR_MS + WINDOW_MS)
    download()
    expect(seen.installed).toBe(0)
    pass(24 * HOUR_MS - WINDOW_MS)
    expect(seen).toMatchObject({ looked: 1, installed: 1 })
  })

  it("are not searched without an address, or after the shell stops", () => {
    expect(night("04:30", null).waiting()).toBe(0)
    const { stop, waiting } = night()
    stop()
    expect(waiting()).toBe(0)
  })

  it.each([
    ["04:30", "2026-11-21T09:00:00.000Z", -300, 0.5],
    ["04:30", "2026-11-21T09:30:00.000Z", -300, 24],
    ["00:00", "2026-11-21T23:00:00.000Z", 60, 24],
    ["23:30", "2026-11-21T18:00:00.000Z", 0, 5.5],
  ])("at %s, seen from %s with %i minutes: in %f hours", (at, now, offset, hours) => {
    expect(msUntil(at, Date.parse(now), offset)).toBe(hours * HOUR_MS)
  })
})
