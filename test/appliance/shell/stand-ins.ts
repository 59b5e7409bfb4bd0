/** Electron's parts as stand-ins that tests hold in their hands: contents that are told what happens to them, and timers that wait for nobody. */
import type { ShellContents, Timers } from "../../../appliance/shell/electron-types.ts"
import { createManualClock, type ManualClock } from "../../../runtime/clock.ts"

export interface HandTimers {
  readonly clock: ManualClock
  readonly timers: Timers
  /** Lets time go by, in steps from one timer to the next. */
  pass(ms: number): void
  waiting(): number
}

export function handTimers(start = "2026-11-21T18:00:00.000Z"): HandTimers {
  const clock = createManualClock(start)
  const due = new Map<object, { readonly at: number; readonly act: () => void }>()
  return {
    clock,
    timers: {
      set(act, ms) {
        const timer = {}
        due.set(timer, { at: clock.ms() + ms, act })
        return timer
      },
      clear: (timer) => void due.delete(timer as object),
    },
    pass(ms) {
      const end = clock.ms() + ms
      for (;;) {
        const [next] = [...due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)
        if (!next) break
        due.delete(next[0])
        clock.advance(Math.max(0, next[1].at - clock.ms()))
        next[1].act()
      }
      clock.advance(end - clock.ms())
    },
    waiting: () => due.size,
  }
}

export interface StandInContents {
  readonly contents: ShellContents
  /** What was asked to be shown, in order. */
  readonly shown: string[]
  crashes: number
  tell(event: string, ...args: unknown[]): void
  /** Whether the event was prevented. */
  isPrevented(event: string, ...args: unknown[]): boolean
  opensWindow(): string
}

type Listener = (...args: never[]) => void

export function standInContents(): StandInContents {
  const listeners = new Map<string, Listener[]>()
  let openHandler = () => ({ action: "allow" })
  const tell = (event: string, ...args: unknown[]) => {
    for (const listen of listeners.get(event) ?? []) listen(...(args as never[]))
  }
  const self: StandInContents = {
    shown: [],
    crashes: 0,
    contents: {
      on: (event: string, listener: Listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
      setWindowOpenHandler(handler: () => { action: "deny" }) {
        openHandler = handler
      },
      loadURL(url: string) {
        self.shown.push(url)
        return Promise.reject(new Error("a stand-in shows nothing"))
      },
      forcefullyCrashRenderer() {
        self.crashes += 1
      },
      isDestroyed: () => false,
    },
    tell,
    isPrevented(event, ...args) {
      let prevented = false
      const preventDefault = () => {
        prevented = true
      }
      const [first, ...rest] = args
      tell(event, { ...(first as object), preventDefault }, ...rest)
      return prevented
    },
    opensWindow: () => openHandler().action,
  }
  return self
}
