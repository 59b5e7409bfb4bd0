/** A Debian that nothing was ever done to, in a folder: packages are installed into it, and their programs run as their own users. */
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { productRoot } from "../../../runtime/root.ts"
import { tempDir } from "../../kit/temp.ts"
import { mustRunNow, type Ran, runWatchedNow, startWatched, type Watched } from "../../kit/watched-process.ts"

const RELEASE = "bookworm"
const INCLUDED = "adduser,debconf"
const SAYS_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 50
/** Nothing of this machine: neither its language nor its proxies nor its settings. */
const BARE = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" }
const DEVICES = [
  ["null", "1", "3"],
  ["zero", "1", "5"],
  ["random", "1", "8"],
  ["urandom", "1", "9"],
] as const

export interface Running {
  readonly pid: number
  says(pattern: RegExp): Promise<string>
  /** As systemd stops a unit; the exit code. */
  stop(): Promise<number | null>
}

export interface CleanRoot {
  /** A path of the root, as this machine sees it. */
  path(inside: string): string
  run(words: readonly string[], input?: string): Ran
  /** As `run`, and throws what was said unless it went well. */
  must(words: readonly string[], input?: string): string
  /** What the unit starts, as its user, with its groups and its settings: as systemd would, without systemd. */
  startUnit(unit: string): Running
  /** Ends whatever still runs in it. */
  close(): Promise<void>
}

export function openCleanRoot(): CleanRoot {
  const folder = join(tempDir(), "root")
  mkdirSync(folder)
  mustRunNow("tar", ["-xf", baseSystem(), "-C", folder])
  for (const [name, major, minor] of DEVICES) {
    if (!existsSync(join(folder, "dev", name)))
      mustRunNow("mknod", ["-m", "666", join(folder, "dev", name), "c", major, minor])
  }
  const started: Running[] = []
  const run = (words: readonly string[], input = "") => {
    return runWatchedNow("chroot", [folder, ...words], { env: BARE, input })
  }
  return {
    path: (inside) => join(folder, inside),
    run,
    must: (words, input = "") => mustRunNow("chroot", [folder, ...words], { env: BARE, input }),
    startUnit(unit) {
      const running = startUnit(folder, unit)
      started.push(running)
      return running
    },
    async close() {
      for (const running of started) await running.stop()
    },
  }
}

/** Made once: fetching it takes longer than all that is tried in it. */
function baseSystem(): string {
  const cache = join(productRoot(), "installer", "build", "cache")
  const file = join(cache, `root-${RELEASE}.tar`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  const partial = join(cache, "root.partial.tar")
  mustRunNow("mmdebstrap", ["--variant=minbase", `--include=${INCLUDED}`, RELEASE, partial])
  renameSync(partial, file)
  return file
}

function startUnit(folder: string, unit: string): Running {
  const text = readFileSync(join(folder, "usr/lib/systemd/system", unit), "utf8")
  const [user, group, command] = ["User", "Group", "ExecStart"].map((name) => setting(text, name))
  const groups = setting(text, "SupplementaryGroups").split(" ").filter(Boolean)
  const settings = settingsOf(join(folder, setting(text, "EnvironmentFile").replace(/^-/, "")))
  const as = [`--userspec=${user}:${group}`, ...(groups.length > 0 ? [`--groups=${groups.join(",")}`] : [])]
  const child = startWatched("chroot", [...as, folder, ...(command as string).split(" ")], {
    env: { ...BARE, NODE_ENV: "production", ...settings },
  })
  return follow(child, unit)
}

function setting(text: string, name: string): string {
  return new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? ""
}

function settingsOf(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").split("\n")
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  )
}

function follow(child: Watched, unit: string): Running {
  let text = ""
  const take = (bytes: Buffer) => {
    text += bytes.toString()
  }
  child.stdout.on("data", take)
  child.stderr.on("data", take)
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const stop = () => {
    child.kill("SIGTERM")
    return ended
  }
  return {
    pid: child.pid as number,
    stop,
    async says(pattern) {
      const until = Date.now() + SAYS_WITHIN_MS
      for (;;) {
        const match = pattern.exec(text)
        if (match) return match[1] ?? match[0]
        if (child.exitCode !== null || Date.now() > until)
          throw new Error(`${unit} did not say ${pattern}; it said:\n${text}`)
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      }
    },
  }
}
