/**
 * Starts the processes of tests. Whatever one says on either output is looked at line by line, as the log of the hubs and boxes in the test's own
 * process is; test/house asks that tests start none in another way.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { basename } from "node:path"
import type { Readable } from "node:stream"
import { StringDecoder } from "node:string_decoder"
import { setTimeout as pause } from "node:timers/promises"
import { lookAt } from "./printed-secrets.ts"
import { withoutShown } from "./shown-on-purpose.ts"

/** For an output that a process of the process holds open. */
const READ_WITHIN_MS = 30_000
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024
/** So many words of a command line say which process it was. */
const NAMED_BY_WORDS = 4

interface Circumstances {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Left out, it has no standard input. */
  readonly input?: "pipe"
  readonly detached?: boolean
  /** It is ended after so many milliseconds. */
  readonly timeout?: number
  /** What it says on standard error goes to the test's own as well. */
  readonly showErrors?: boolean
}

interface CircumstancesNow extends Pick<Circumstances, "env" | "cwd"> {
  /** What it reads. */
  readonly input?: string
}

export type Watched = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable }

export interface Ran {
  /** null where a signal ended it, or where it could not be started at all. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** Of the processes whose outputs are still open. */
const reading = new Map<ChildProcess, Promise<unknown>>()

export function startWatched(command: string, words: readonly string[], circumstances: Circumstances = {}): Watched {
  const { showErrors = false, input = "ignore", ...options } = circumstances
  const child = spawn(command, words, { ...options, stdio: [input, "pipe", "pipe"] }) as Watched
  if (showErrors) child.stderr.on("data", (bytes) => process.stderr.write(bytes))
  const outputs = (["stdout", "stderr"] as const).map((name) => {
    const look = lookerAt([command, ...words], name)
    return readLines(child[name], look)
  })
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve())
    child.once("error", (error) => {
      resolve()
      if (child.listenerCount("error") === 0) throw error
    })
  })
  const read = closed.then(() => {
    for (const output of outputs) output.end()
    reading.delete(child)
  })
  reading.set(child, read)
  return child
}

/** To its end. Rejects where it cannot be started. */
export function runWatched(command: string, words: readonly string[], how: Circumstances = {}): Promise<Ran> {
  return whenRun(startWatched(command, words, how))
}

/** What it said on standard output; rejects with what it said of itself unless it went well. */
export async function mustRun(command: string, words: readonly string[], how: Circumstances = {}): Promise<string> {
  return outOf([command, ...words], await runWatched(command, words, how))
}

/** Of one that was started just now. */
export function whenRun(child: Watched): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const said = { out: "", err: "" }
    child.stdout.setEncoding("utf8").on("data", (text) => {
      said.out += text
    })
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said.err += text
    })
    child.once("error", reject)
    child.once("close", (code, signal) => resolve({ code, signal, ...said }))
  })
}

/** To its end, while nothing else happens here. */
export function runWatchedNow(command: string, words: readonly string[], how: CircumstancesNow = {}): Ran {
  const done = spawnSync(command, words, { ...how, encoding: "utf8", maxBuffer: OUTPUT_MAX_BYTES })
  const said = { stdout: done.stdout ?? "", stderr: done.stderr ?? "" }
  for (const name of ["stdout", "stderr"] as const)
    for (const line of said[name].split("\n")) lookerAt([command, ...words], name)(line)
  const fault = done.error ? `${done.error.message}\n` : ""
  return { code: done.status, signal: done.signal, out: said.stdout, err: fault + said.stderr }
}

/** As `mustRun`. */
export function mustRunNow(command: string, words: readonly string[], how: CircumstancesNow = {}): string {
  return outOf([command, ...words], runWatchedNow(command, words, how))
}

function outOf(commandLine: readonly string[], { code, signal, out, err }: Ran): string {
  if (code !== 0) throw new Error(`${commandLine.join(" ")} ended with ${signal ?? code}:\n${out}${err}`)
  return out
}

/** Resolves when all was looked at that processes had to say which have ended or were told to. */
export async function allIsRead(): Promise<void> {
  const over = [...reading].filter(([child]) => child.killed || hasEnded(child))
  const late = pause(READ_WITHIN_MS, undefined, { ref: false })
  await Promise.race([Promise.all(over.map(([, read]) => read)), late])
  // One that was sent a signal may live on.
  const open = over
    .filter(([child]) => reading.has(child) && hasEnded(child))
    .map(([child]) => child.spawnargs.join(" "))
  if (open.length > 0) throw new Error(`what these processes said could not be read to its end: ${open.join("; ")}`)
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function lookerAt(commandLine: readonly string[], output: "stdout" | "stderr"): (line: string) => void {
  const by = `${commandLine
    .slice(0, NAMED_BY_WORDS)
    .map((word) => basename(word))
    .join(" ")} said on ${output}`
  return (line) => lookAt(output === "stderr" ? line : withoutShown(commandLine, line), by)
}

/** `end`: what stands after the last line break is a line too. */
function readLines(output: Readable, take: (line: string) => void): { end(): void } {
  const decoder = new StringDecoder("utf8")
  let rest = ""
  output.on("data", (bytes: Buffer | string) => {
    const lines = (rest + (typeof bytes === "string" ? bytes : decoder.write(bytes))).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) take(line)
  })
  return { end: () => take(rest) }
}
