/** Runs the real program as a process: starts it, reads its output, kills it as a power cut would. */
import type { ChildProcess } from "node:child_process"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { productRoot } from "../../runtime/root.ts"
import { runWatched, startWatched } from "./watched-process.ts"

const PROGRAM = join(productRoot(), "dist", "brasa.js")
/** A second alone; a machine that is shared by much else may take many. */
const START_TIMEOUT_MS = 60_000

export interface Program {
  readonly pid: number
  /** Everything it has said on standard output so far. */
  output(): string
  /** The first match in its output, now or later. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Power cut: nothing is flushed, nobody is told. */
  kill(): Promise<void>
  /** As Ctrl-C would, or what runs services (SIGTERM). The exit code. */
  stop(signal?: "SIGINT" | "SIGTERM"): Promise<number | null>
  /** It stands still with all that it has open, as on a machine that is frozen; `resume` lets it go on as if nothing had been. */
  freeze(): void
  resume(): void
}

/** `brasa …args`; its errors go to the test's own. It logs all that it can, so that all of it is looked at. */
export function startProgram(args: readonly string[], env: Record<string, string> = {}): Program {
  const child = startWatched(process.execPath, [PROGRAM, ...args], {
    showErrors: true,
    env: { ...process.env, BRASA_LOG_LEVEL: "debug", ...env },
  })
  let text = ""
  const listeners = new Set<() => void>()
  child.stdout.on("data", (bytes) => {
    text += bytes
    if (process.env.BRASA_TEST_LOGS)
      appendFileSync(join(process.env.BRASA_TEST_LOGS, `${args[0]}-${child.pid}.log`), bytes)
    for (const listen of listeners) listen()
  })
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      for (const listen of listeners) listen()
      resolve(code)
    })
  })
  // Whatever becomes of the test, its processes do not outlive it.
  const killAtExit = () => child.kill("SIGKILL")
  process.once("exit", killAtExit)
  void ended.then(() => process.removeListener("exit", killAtExit))
  return {
    pid: child.pid ?? 0,
    output: () => text,
    says: (pattern) => waitFor({ pattern, args, child, text: () => text, listeners }),
    kill: async () => void (await end(child, "SIGKILL", ended)),
    stop: (signal = "SIGINT") => end(child, signal, ended),
    freeze: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
  }
}

/** Runs `brasa …args` to its end. */
export async function runProgram(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const { code, out, err } = await runWatched(process.execPath, [PROGRAM, ...args])
  return { code: code ?? 1, out, err }
}

interface Wait {
  readonly pattern: RegExp
  readonly args: readonly string[]
  readonly child: ChildProcess
  readonly text: () => string
  readonly listeners: Set<() => void>
}

function waitFor({ pattern, args, child, text, listeners }: Wait): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void) => {
      clearTimeout(timer)
      listeners.delete(look)
      act()
    }
    const failed = (why: string) => finish(() => reject(new Error(`brasa ${args[0]} ${why}; it said:\n${text()}`)))
    const look = () => {
      const match = pattern.exec(text())
      if (match) finish(() => resolve(match))
      else if (child.exitCode !== null || child.signalCode !== null) failed("ended")
    }
    const timer = setTimeout(() => failed(`did not say ${pattern}`), START_TIMEOUT_MS)
    listeners.add(look)
    look()
  })
}

function end(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<number | null>): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  return ended
}
