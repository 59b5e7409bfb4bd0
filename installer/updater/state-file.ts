/** The updater's state file, written before each step, so that an interrupted update can continue after a power cut. */
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
/** Readable by all, because the box shows the result of an update. */
const MODE = 0o644

/**
 * `placing`: the new version is being unpacked and rehearsed beside the running one. `flipping`: the link is being changed to it. `watching`: it was
 * started and must pass its test sale. `returning`: the old version is being restored.
 */
export type Step = "placing" | "flipping" | "watching" | "returning"

export interface Going {
  /** Hash of the request. */
  readonly request: string
  readonly from: string
  readonly to: string
  readonly step: Step
  /** How often this step was begun, so that a step that crashes the machine is not tried for ever. */
  readonly tries: number
  /** Why the old version is restored. */
  readonly why: string | null
}

export interface Ended {
  readonly request: string
  readonly from: string
  readonly to: string | null
  /** `kept`: the new version failed but stays, because the old one cannot open the data that it changed. */
  readonly outcome: "applied" | "refused" | "went_back" | "kept"
  readonly why: string | null
  readonly at: string
}

export interface UpdaterState {
  readonly format: 1
  /** Issue date of the newest valid manifest seen. */
  readonly seenIssuedAt: string | null
  readonly failed: readonly { readonly version: string; readonly at: string; readonly why: string }[]
  /** Versions whose rehearsal failed, one entry per failure; a single failure may be due to the disk or load. */
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

/** Changes the link atomically. */
export function pointLink(link: string, target: string): void {
  rmSync(`${link}.next`, { force: true })
  symlinkSync(target, `${link}.next`)
  renameSync(`${link}.next`, link)
  syncFile(dirname(link))
}
