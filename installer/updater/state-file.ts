/** What the updater knows, on disk before it acts on it: a power cut at any moment leaves a file that says how to go on. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { syncFile } from "../../runtime/sync-file.ts"

const STATE_FILE = "state.json"
const FAILED_KEPT = 20
/** Everybody may read it: the box tells its people what came of an update. */
const MODE = 0o644

/**
 * `placing`: nothing of what runs has been touched. `flipping`: the new version shall run. `watching`: it has been started.
 * `returning`: the old one shall run again.
 */
export type Step = "placing" | "flipping" | "watching" | "returning"

export interface Going {
  /** The hash of what was asked. */
  readonly request: string
  readonly from: string
  readonly to: string
  readonly step: Step
  /** How often this step was begun: a machine that dies of it does not try for ever. */
  readonly tries: number
  /** Why it goes back. */
  readonly why: string | null
}

export interface Ended {
  readonly request: string
  readonly from: string
  readonly to: string | null
  /** `kept`: it did not pass, but it had sold, and the version before cannot read what it wrote. */
  readonly outcome: "applied" | "refused" | "went_back" | "kept"
  readonly why: string | null
  readonly at: string
}

export interface UpdaterState {
  readonly format: 1
  /** When the newest manifest that was believed was issued. */
  readonly seenIssuedAt: string | null
  readonly failed: readonly { readonly version: string; readonly at: string; readonly why: string }[]
  /** Versions whose rehearsal failed, once for each time: it may have been the disk, or a busy moment. */
  readonly stumbled: readonly string[]
  readonly going: Going | null
  readonly last: Ended | null
}

const NOTHING: UpdaterState = { format: 1, seenIssuedAt: null, failed: [], stumbled: [], going: null, last: null }

export function readState(dir: string): UpdaterState {
  try {
    return { ...NOTHING, ...(JSON.parse(readFileSync(join(dir, STATE_FILE), "utf8")) as UpdaterState) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return NOTHING
    throw error
  }
}

export function saveState(dir: string, state: UpdaterState): void {
  mkdirSync(dir, { recursive: true })
  const path = join(dir, STATE_FILE)
  const file = openSync(`${path}.next`, "w", MODE)
  try {
    writeSync(
      file,
      `${JSON.stringify({ ...state, failed: state.failed.slice(-FAILED_KEPT), stumbled: state.stumbled.slice(-FAILED_KEPT) }, null, 2)}\n`,
    )
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.next`, path)
  syncFile(dir)
}

/** The link points there, or where it did: never nowhere. */
export function pointLink(link: string, target: string): void {
  rmSync(`${link}.next`, { force: true })
  symlinkSync(target, `${link}.next`)
  renameSync(`${link}.next`, link)
  syncFile(dirname(link))
}
