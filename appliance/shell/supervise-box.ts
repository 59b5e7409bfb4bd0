/** In all-in-one mode: runs the box as a child process, logs its output, and restarts it when it ends. */
import { type ChildProcess, spawn } from "node:child_process"
import type { Clock } from "../../runtime/clock.ts"
import { createGrowingWait } from "./backoff.ts"
import type { BoxCommand } from "./box-command.ts"
import type { Timers } from "./electron-types.ts"
import type { LogFile } from "./log-file.ts"

/** The box gets so long to stop. Then it is killed, which it survives as it survives a power cut. */
export const STOP_TIMEOUT_MS = 15_000
/** Between checks of a box that ran before the shell. */
export const LOOK_EVERY_MS = 5_000

interface SuperviseOptions {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: LogFile
  /** Whether a box answers already, for example after the shell was killed. Two boxes on one database would print twice. */
  readonly isBoxRunning: () => Promise<boolean>
  readonly report: (what: string, fields: object) => void
}

export interface SupervisedBox {
  start(): Promise<void>
  /** The pid of the running process. */
  pid(): number | null
  /** Resolves when the process has ended. */
  stop(): Promise<void>
}

export function superviseBox(command: BoxCommand, options: SuperviseOptions): SupervisedBox {
  const { timers, report } = options
  const wait = createGrowingWait(options.clock)
  let isStopping = false
  let child: ChildProcess | null = null
  let restartTimer: unknown = null

  const scheduleStart = (ms: number) => {
    restartTimer = timers.set(() => void start(), ms)
  }
  const start = async () => {
    restartTimer = null
    const isRunning = await options.isBoxRunning()
    if (isStopping) return
    if (isRunning) {
      report("a box answers already: none is started beside it", {})
      return scheduleStart(LOOK_EVERY_MS)
    }
    child = spawnBox(command, options.log)
    report("the box was started", { pid: child.pid ?? null })
    onceEnded(child, (why) => {
      child = null
      if (isStopping) return
      const ms = wait.next()
      report("the box has ended: starting it again", { why, waitMs: ms })
      scheduleStart(ms)
    })
  }
  return {
    start,
    pid: () => child?.pid ?? null,
    async stop() {
      isStopping = true
      if (restartTimer !== null) timers.clear(restartTimer)
      if (child) await stopProcess(child, timers)
    },
  }
}

function spawnBox({ node, program, args, env }: BoxCommand, log: LogFile): ChildProcess {
  const child = spawn(node, [program, "appliance", ...args], {
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  })
  child.stdout?.on("data", (bytes: Buffer) => log.write(bytes))
  child.stderr?.on("data", (bytes: Buffer) => log.write(bytes))
  return child
}

/** Calls `act` once, when the process ends or could not be started. */
function onceEnded(child: ChildProcess, act: (why: string) => void): void {
  let hasEnded = false
  const notify = (why: string) => {
    if (!hasEnded) act(why)
    hasEnded = true
  }
  child.once("error", (error) => notify(error.message))
  child.once("exit", (code, signal) => notify(signal ?? `exit code ${code}`))
}

function stopProcess(child: ChildProcess, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    const timer = timers.set(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS)
    onceEnded(child, () => {
      timers.clear(timer)
      resolve()
    })
    child.kill("SIGTERM")
  })
}
