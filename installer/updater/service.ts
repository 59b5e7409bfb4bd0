/** Controls the box's service, and runs commands of its releases. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import type { Service } from "./run-update.ts"

const run = promisify(execFile)
const CHECK_EVERY_MS = 250
const CHECK_TIMEOUT_MS = 2_000
const SERVICE_TIMEOUT_MS = 60_000
const RETURN_TIMEOUT_MS = 60_000
const MESSAGE_MAX = 300
/** Characters of the last output that the manager's page shows. */
const LAST_WORDS_MAX = 800
const STACK_FRAME = /^\s+at /
/** A line that only marks a place in the source line above it. */
const MARKS_ONLY = /^[\s^~]*$/

export interface ServiceDeps {
  readonly root: string
  /** Command lines, as lists of arguments. */
  readonly stop: readonly string[]
  readonly start: readonly string[]
  /** Prints how often the service was restarted after it had ended by itself. */
  readonly exits: readonly string[]
  /** Prints the service's last output. */
  readonly lastWords: readonly string[]
  /** Prefix that runs a release's command as the box's user; empty if the updater already is that user. */
  readonly asUser: readonly string[]
  /** The program's command line, as paths inside a release. */
  readonly program: readonly string[]
  /** The box's data. */
  readonly data: string
  /** URL where the running box reports its version. */
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
    const why = killed ? `took longer than ${timeout} ms` : (stderr?.trim().split("\n").at(-1) ?? message)
    throw new Error(`${[file, ...args].slice(0, 3).join(" ")}: ${why.slice(0, MESSAGE_MAX)}`)
  }
}

async function outputOf([file = "", ...args]: readonly string[]): Promise<string> {
  return (await run(file, args, { timeout: CHECK_TIMEOUT_MS, killSignal: "SIGKILL" })).stdout
}

function readCount(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null
}

/** Null if there is no output. */
function readLastWords(text: string): string | null {
  const lines = text.split("\n").map((line) => line.trimEnd())
  const words = lines.filter((line) => !MARKS_ONLY.test(line))
  const whole = words.join("\n")
  if (whole.length <= LAST_WORDS_MAX) return whole || null
  // Without stack frames, which would push out the message above them.
  const withoutStack = words.filter((line) => !STACK_FRAME.test(line))
  return withoutStack.join("\n").slice(-LAST_WORDS_MAX)
}

interface Waiting {
  readonly withinMs: number
  readonly over: AbortSignal | undefined
}

async function waitForVersion(url: string, version: string, { withinMs, over }: Waiting): Promise<void> {
  const checksMax = Math.ceil(withinMs / CHECK_EVERY_MS)
  let answer = "nothing"
  for (let checks = 0; checks < checksMax && !over?.aborted; checks += 1) {
    answer = await versionAt(url)
    if (answer === version) return
    await pause(CHECK_EVERY_MS)
  }
  throw new Error(`${version} does not answer; the last answer was: ${answer}`)
}

async function versionAt(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
    const body = (await answer.json()) as { version?: unknown }
    return answer.ok && typeof body.version === "string" ? body.version : `status ${answer.status}`
  } catch {
    return "nothing"
  }
}
