/** All in one: runs the box beside its page as a process of its own, writes down what it says, starts it again when it dies. */
import { type ChildProcess, spawn } from "node:child_process"
import type { Clock } from "../../runtime/clock.ts"
import { createGrowingWait } from "./backoff.ts"
import type { BoxCommand } from "./box-command.ts"
import type { Timers } from "./electron-types.ts"
import type { LogFile } from "./log-file.ts"

/** The box finishes what it has begun within this; then it is ended as by a power cut, which it survives too. */
export const STOP_TIMEOUT_MS = 15_000
/** Between looks at a box that was there before us. */
export const LOOK_EVERY_MS = 5_000

interface SuperviseOptions {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: LogFile
  /** Whether a box answers already: one that outlived a shell that was killed. Two boxes on one database would print twice. */
  readonly isThere: () => Promise<boolean>
  readonly tell: (what: string, fields: object) => void
}

export interface SupervisedBox {
  start(): Promise<void>
  /** Of the process that runs now. */
  pid(): number | null
  /** Resolves once it has ended. */
  stop(): Promise<void>
}

export function superviseBox(command: BoxCommand, options: SuperviseOptions): SupervisedBox {
  const { timers, tell } = options
  const wait = createGrowingWait(options.clock)
  let stopping = false
  let child: ChildProcess | null = null
  let again: unknown = null

  const later = (ms: number) => {
    again = timers.set(() => void start(), ms)
  }
  const start = async () => {
    again = null
    const there = await options.isThere()
    if (stopping) return
    if (there) {
      tell("a box answers already: none is started beside it", {})
      return later(LOOK_EVERY_MS)
    }
    child = launch(command, options.log)
    tell("the box was started", { pid: child.pid ?? null })
    whenOver(child, (why) => {
      child = null
      if (stopping) return
      const ms = wait.next()
      tell("the box has ended: starting it again", { why, waitMs: ms })
      later(ms)
    })
  }
  return {
    start,
    pid: () => child?.pid ?? null,
    async stop() {
      stopping = true
      if (again !== null) timers.clear(again)
      if (child) await end(child, timers)
    },
  }
}

function launch({ node, program, args, env }: BoxCommand, log: LogFile): ChildProcess {
  const child = spawn(node, [program, "appliance", ...args], {
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  })
  child.stdout?.on("data", (bytes: Buffer) => log.write(bytes))
  child.stderr?.on("data", (bytes: Buffer) => log.write(bytes))
  return child
}

/** Once, be it that it ended or that it could not be started at all. */
function whenOver(child: ChildProcess, act: (why: string) => void): void {
  let over = false
  const once = (why: string) => {
    if (!over) act(why)
    over = true
  }
  child.once("error", (error) => once(error.message))
  child.once("exit", (code, signal) => once(signal ?? `exit code ${code}`))
}

function end(child: ChildProcess, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    const timer = timers.set(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS)
    whenOver(child, () => {
      timers.clear(timer)
      resolve()
    })
    child.kill("SIGTERM")
  })
}
