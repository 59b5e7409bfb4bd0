/** Programs of the bench as processes of their own, and directories: all gone at its end, whatever happens. */
import type { ChildProcess } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import { productRoot } from "../../runtime/root.ts"
import { startWatched, whenRun } from "../kit/watched-process.ts"

const ROOT = productRoot()
const BENCH_DIST = join(ROOT, "dist", "bench")
const SAY_TIMEOUT_MS = 60_000
const RUN_TIMEOUT_MS = 180_000
const WELL_TIMEOUT_MS = 60_000
const LOOK_EVERY_MS = 2
const COMPLAINTS_MAX = 5
const FOLDERS = ["baselines", "load"]

export const PRODUCT = join(ROOT, "dist", "brasa.js")

export interface Running {
  isAlive(): boolean
  /** The first match in what it has said, now or later. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Power cut. */
  kill(): Promise<void>
  /** As Ctrl-C would. */
  stop(): Promise<void>
  /** Resident memory now, in MiB. */
  memory(): number
  /** Processor time that it has used, in ms: hardly changed by what else the machine does. */
  processor(): number
  readonly pid: number
}

const children = new Set<ChildProcess>()
const logs: { text: string }[] = []
const directories = new Set<string>()

/** The bare programs are compiled as the product is: what is measured must not be the compiler. */
export async function buildPrograms(): Promise<void> {
  const entries = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, import.meta.url)).map((file) => join("test", "bench", folder, file)),
  )
  await build({
    absWorkingDir: ROOT,
    entryPoints: entries,
    outdir: BENCH_DIST,
    outbase: join("test", "bench"),
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "warning",
  })
}

/** A program of the bench by its path under it, `baselines/serve-sqlite`. */
export function benchProgram(name: string): string {
  return join(BENCH_DIST, `${name}.js`)
}

export function scratch(copyOf?: string): string {
  const path = mkdtempSync(join(tmpdir(), "brasa-bench-"))
  directories.add(path)
  if (copyOf) cpSync(copyOf, path, { recursive: true })
  return path
}

export interface Circumstances {
  readonly env?: Readonly<Record<string, string>>
  /** Added to each sync of the disk. */
  readonly syncDelayMs?: number
}

/** `BENCH_NODE_FLAGS` goes before the program: `--cpu-prof` writes a profile of each that is stopped in order. */
export function start(program: string, args: readonly string[], { env, syncDelayMs = 0 }: Circumstances = {}): Running {
  const flags = process.env.BENCH_NODE_FLAGS?.split(" ") ?? []
  const [command = "", ...words] = [...slowDisk(syncDelayMs), process.execPath, ...flags, program, ...args]
  const child = startWatched(command, words, {
    showErrors: true,
    env: { ...process.env, BRASA_RATE_LIMIT: "0", BRASA_LOG_LEVEL: "info", ...env },
  })
  children.add(child)
  const heard = { text: "" }
  logs.push(heard)
  child.stdout.on("data", (bytes) => {
    heard.text += bytes
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  void ended.then(() => children.delete(child))
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    says: (pattern) => hear(child, heard, pattern),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGINT"),
    memory: () => memoryOf(child.pid ?? 0),
    processor: () => processorOf(child.pid ?? 0),
    pid: child.pid ?? 0,
  }
}

/** Stops the program at its syncs alone, and stands behind it: the program has the process that was started. */
function slowDisk(syncDelayMs: number): string[] {
  if (syncDelayMs === 0) return []
  const syncs = ["-e", "trace=fsync,fdatasync", "-e", `inject=fsync,fdatasync:delay_exit=${syncDelayMs}ms`]
  return ["strace", "-D", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", ...syncs]
}

/** Runs a program to its end; what it said on standard output. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  const child = startWatched(process.execPath, [program, ...args], { timeout: RUN_TIMEOUT_MS })
  children.add(child)
  child.once("exit", () => children.delete(child))
  const { code, signal, out, err } = await whenRun(child)
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ""} failed: ${err || (signal ?? code)}`)
  return out
}

/** Milliseconds until the first 200; a program that has ended meanwhile is a fault, whoever else may answer on its port. */
export async function untilWell(port: number, program: Running): Promise<number> {
  const from = performance.now()
  while (!(await isWell(port))) {
    if (!program.isAlive()) throw new Error(`the program for port ${port} has ended`)
    if (performance.now() - from > WELL_TIMEOUT_MS) throw new Error(`nothing is well on port ${port}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return performance.now() - from
}

/** The errors that the product logged: what to read when a line fails. */
export function complaints(): string[] {
  return logs.flatMap(({ text }) => text.split("\n").filter((line) => line.includes('"err":'))).slice(0, COMPLAINTS_MAX)
}

export async function stopAll(): Promise<void> {
  await Promise.all(
    [...children].map((child) => {
      const ended = new Promise((resolve) => child.once("exit", resolve))
      child.kill("SIGKILL")
      return ended
    }),
  )
}

export async function cleanUp(): Promise<void> {
  await stopAll()
  for (const path of directories) rmSync(path, { recursive: true, force: true })
}

function isWell(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, host: "127.0.0.1", path: "/healthz", agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on("error", () => resolve(false))
  })
}

function hear(child: ChildProcess, heard: { text: string }, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void) => {
      clearTimeout(timer)
      child.stdout?.off("data", look)
      child.off("exit", gone)
      act()
    }
    const gone = () => finish(() => reject(new Error(`a program ended; it had said:\n${heard.text}`)))
    const look = () => {
      const match = pattern.exec(heard.text)
      if (match) finish(() => resolve(match))
    }
    const late = () => reject(new Error(`a program did not say ${pattern}, but:\n${heard.text}`))
    const timer = setTimeout(() => finish(late), SAY_TIMEOUT_MS)
    child.stdout?.on("data", look)
    child.once("exit", gone)
    look()
  })
}

function memoryOf(pid: number): number {
  const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kib) / 1024
}

/** The kernel counts user and system time, fields 14 and 15, in hundredths of a second. */
function processorOf(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
  const [user = 0, system = 0] = rest.split(" ").slice(11, 13).map(Number)
  return (user + system) * 10
}
