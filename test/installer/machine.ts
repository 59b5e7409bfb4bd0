/** A machine to update, in a directory: release folders, link, spool and updater are real; what is sold stands in the test. */
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename, join } from "node:path"
import { readState, type UpdaterState } from "../../installer/updater/state-file.ts"
import { mustRunNow } from "../kit/watched-process.ts"
import { KEYS, runThrough, runUntil, type UpdaterOptions as Signed, writeRequestFor } from "./updater-runs.ts"

/** For a version that will answer; a broken one is not waited for as long. */
const GATE_MS = 20_000
const BROKEN_GATE_MS = 300

/** Looks for marks beside itself: `no-rehearsal`, `no-return`. */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0")/..
case "$*" in
  *--can-open*) [ ! -e "$here/no-return" ] ;;
  *rehearse*) [ ! -e "$here/no-rehearsal" ] || { echo "no paper came" >&2; exit 1; } ;;
esac
`

/** What the link says runs from now on. */
const START = `readlink "$1/opt/current" | sed 's|.*/||' | tr -d '\\n' > "$1/serving"\n`

/** How often what runs has ended by itself: a release with the mark `exits` has ended once more at each look. */
const EXITS = `if [ -e "$1/opt/current/exits" ]; then printf x >> "$1/exits"; wc -c < "$1/exits"; else echo 0; fi\n`
const LAST_WORDS = ["            ^~~~", "TypeError: no such menu", "    at start (brasa.js:1:1)", ""].join("\n")

export interface Machine {
  readonly dir: string
  /** The version that answers now; null while nothing does. */
  serves(): string | null
  linked(): string
  state(): UpdaterState
  /** Power comes back: the service starts as the link says. */
  boot(): void
  /** A release folder, with marks. */
  makeRelease(version: string, marks?: readonly string[]): string
  /** Packs, signs and asks. What is handed in stands in the manifest, or in the request, instead. */
  ask(version: string, options?: MachineOptions): void
  /** Runs the updater to its end, or to its death after a step. Answers the steps it took. */
  update(dieAfter?: string): Promise<string[]>
  close(): Promise<void>
}

export interface MachineOptions extends Signed {
  readonly marks?: readonly string[]
}

export async function openMachine(dir: string, updater: string): Promise<Machine> {
  const releases = join(dir, "opt", "releases")
  for (const folder of [releases, join(dir, "spool"), join(dir, "data")]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(dir, "keys.pem"), KEYS.publicPem)
  writeFileSync(join(dir, "start.sh"), START)
  writeFileSync(join(dir, "exits.sh"), EXITS)
  writeFileSync(join(dir, "journal"), LAST_WORDS)
  const link = join(dir, "opt", "current")
  const linked = () => basename(readlinkSync(link))
  const serves = () => {
    const said = readIfThere(join(dir, "serving"))
    const isDead = said === "" || ["broken", "exits"].some((mark) => existsSync(join(releases, said, mark)))
    return isDead ? null : said
  }
  const boot = () => writeFileSync(join(dir, "serving"), linked())
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ version: serves() }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const health = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const makeRelease = (version: string, marks: readonly string[] = [], at = releases) => {
    const folder = join(at, version)
    mkdirSync(join(folder, "bin"), { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version }))
    writeFileSync(join(folder, "bin", "brasa"), PROGRAM, { mode: 0o755 })
    for (const mark of marks) writeFileSync(join(folder, mark), "")
    return folder
  }
  let isBroken = false
  makeRelease("1.0.0")
  symlinkSync(join("releases", "1.0.0"), link)
  boot()
  return {
    dir,
    serves,
    linked,
    state: () => readState(join(dir, "state")),
    boot,
    makeRelease,
    ask(version, wish = {}) {
      isBroken = wish.marks?.includes("broken") ?? false
      const folder = makeRelease(version, wish.marks, join(dir, "built"))
      const archive = join(dir, "spool", "archive.tar.gz")
      mustRunNow("tar", ["-czf", archive, "-C", folder, "."])
      rmSync(folder, { recursive: true })
      writeRequestFor(archive, version, wish)
    },
    update: (dieAfter) => {
      const layout = {
        machine: dir,
        spool: join(dir, "spool"),
        rehearseMs: GATE_MS,
        gateMs: isBroken ? BROKEN_GATE_MS : GATE_MS,
        service: {
          stop: ["rm", "-f", join(dir, "serving")],
          start: ["sh", join(dir, "start.sh"), dir],
          exits: ["sh", join(dir, "exits.sh"), dir],
          lastWords: ["cat", join(dir, "journal")],
          program: ["bin/brasa"],
          data: join(dir, "data"),
          health,
        },
      }
      return dieAfter ? runUntil(updater, layout, dieAfter) : runThrough(layout)
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}
