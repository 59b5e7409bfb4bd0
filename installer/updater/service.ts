/** The box as the updater handles it: a service that is stopped and started, and releases that are asked what they can. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import type { Service } from "./run-update.ts"

const run = promisify(execFile)
const LOOK_EVERY_MS = 250
const LOOK_TIMEOUT_MS = 2_000
const SERVICE_TIMEOUT_MS = 60_000
const RETURN_TIMEOUT_MS = 60_000
const COMPLAINT_MAX = 300
/** Characters of what a version wrote last, for a manager's page. */
const LAST_WORDS_MAX = 800
const STACK_FRAME = /^\s+at /
/** A line that only marks a place in the source line above it. */
const MARKS_ONLY = /^[\s^~]*$/

export interface ServiceDeps {
  readonly root: string
  /** Command lines, word by word. */
  readonly stop: readonly string[]
  readonly start: readonly string[]
  /** Prints how often the service was started again because it had ended by itself. */
  readonly exits: readonly string[]
  /** Prints the last lines that the service wrote. */
  readonly lastWords: readonly string[]
  /** Put before what a release runs, so that it runs as the box's user; none where the updater is that user. */
  readonly asUser: readonly string[]
  /** The command line of the program, each word a path inside a release. */
  readonly program: readonly string[]
  /** The box's data. */
  readonly data: string
  /** Where the running box says which version it is. */
  readonly health: string
}

export function createService(deps: ServiceDeps): Service {
  const inRelease = (version: string, words: readonly string[], timeout: number, over?: AbortSignal) =>
    command([...deps.asUser, ...programOf(deps, version), "appliance", ...words], timeout, over)
  return {
    stop: () => command(deps.stop, SERVICE_TIMEOUT_MS),
    start: () => command(deps.start, SERVICE_TIMEOUT_MS),
    answers: (version, withinMs, over) => waitForVersion(deps.health, version, { withinMs, over }),
    exits: () => outputOf(deps.exits).then(readCount, () => null),
    lastWords: () => outputOf(deps.lastWords).then(readLastWords, () => null),
    rehearse: (version, withinMs, over) => inRelease(version, ["rehearse", "--data", deps.data], withinMs, over),
    canReturn: (version) =>
      inRelease(version, ["rehearse", "--can-open", "--data", deps.data], RETURN_TIMEOUT_MS).then(
        () => true,
        () => false,
      ),
  }
}

function programOf({ root, program }: ServiceDeps, version: string): string[] {
  return program.map((word) => join(root, "releases", version, word))
}

async function command([file = "", ...args]: readonly string[], timeout: number, signal?: AbortSignal): Promise<void> {
  try {
    await run(file, args, { timeout, killSignal: "SIGKILL", ...(signal && { signal }) })
  } catch (error) {
    const { killed, stderr, message } = error as Error & { killed?: boolean; stderr?: string }
    const said = killed ? `took longer than ${timeout} ms` : (stderr?.trim().split("\n").at(-1) ?? message)
    throw new Error(`${[file, ...args].slice(0, 3).join(" ")}: ${said.slice(0, COMPLAINT_MAX)}`)
  }
}

async function outputOf([file = "", ...args]: readonly string[]): Promise<string> {
  return (await run(file, args, { timeout: LOOK_TIMEOUT_MS, killSignal: "SIGKILL" })).stdout
}

function readCount(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null
}

/** Null where nothing was written. */
function readLastWords(text: string): string | null {
  const lines = text.split("\n").map((line) => line.trimEnd())
  const words = lines.filter((line) => !MARKS_ONLY.test(line))
  const whole = words.join("\n")
  if (whole.length <= LAST_WORDS_MAX) return whole || null
  // A long stack would push out the message, which stands above it.
  const withoutStack = words.filter((line) => !STACK_FRAME.test(line))
  return withoutStack.join("\n").slice(-LAST_WORDS_MAX)
}

interface Waiting {
  readonly withinMs: number
  readonly over: AbortSignal | undefined
}

async function waitForVersion(url: string, version: string, { withinMs, over }: Waiting): Promise<void> {
  const looks = Math.ceil(withinMs / LOOK_EVERY_MS)
  let heard = "nothing"
  for (let look = 0; look < looks && !over?.aborted; look += 1) {
    heard = await versionAt(url)
    if (heard === version) return
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`${version} does not answer; heard: ${heard}`)
}

async function versionAt(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) })
    const said = (await answer.json()) as { version?: unknown }
    return answer.ok && typeof said.version === "string" ? said.version : `status ${answer.status}`
  } catch {
    return "nothing"
  }
}
