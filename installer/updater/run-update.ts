/** Runs one update from request to result, or continues an interrupted one. Each step is saved before it begins, and may run twice. */
import { readlinkSync } from "node:fs"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { EXITS_MAX, exitsTooOften, noteExits, type RecentExits } from "../../protocol/rules/updates/update-exits.ts"
import { countsAsSeen, verifyManifest } from "../../protocol/rules/updates/update-rules.ts"
import type { ReleaseKey } from "../../runtime/release-keys.ts"
import { hasRelease, keepReleases, NotPlaced, placeRelease } from "./place-release.ts"
import { type Request, readRequest } from "./read-request.ts"
import { type Ended, type Going, pointLink, readState, saveState, type UpdaterState } from "./state-file.ts"

const TRIES_MAX = 3
/** After so many failed rehearsals a version is not tried again. */
const REHEARSALS_MAX = 3
const EXITS_CHECK_EVERY_MS = 1_000

/** The box's systemd service, and commands of its releases. */
export interface Service {
  stop(): Promise<void>
  start(): Promise<void>
  /** Resolves once the running service answers as this version; rejects after `withinMs`. */
  answers(version: string, withinMs: number, over?: AbortSignal): Promise<void>
  /** How often the service was restarted after it had ended by itself; null if unknown. */
  exits(): Promise<number | null>
  /** The service's last output; null if unknown. */
  lastWords(): Promise<string | null>
  /** Sells a test order with the release on a copy of the data; rejects with the error. */
  rehearse(release: string, withinMs: number, over?: AbortSignal): Promise<void>
  /** Whether the release can open the current data or the copy that was kept for it. */
  canReturn(release: string): Promise<boolean>
}

export interface UpdaterDeps {
  /** Contains `releases/` and the link `current`. */
  readonly root: string
  readonly spool: string
  readonly state: string
  readonly platform: string
  readonly keys: readonly ReleaseKey[]
  readonly service: Service
  /** If the new version has not passed its test sale by then, the old one is restored. */
  readonly gateMs: number
  /** Time limit of the rehearsal while the old version still runs. */
  readonly rehearseMs: number
  readonly now: () => string
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number
  readonly print: (line: string) => void
  /** Called after each step; tests interrupt the update here. */
  readonly onStep?: (step: string) => void
}

/** Returns the result; null if there was nothing to do. */
export async function runUpdate(deps: UpdaterDeps): Promise<Ended | null> {
  const state = readState(deps.state)
  if (state.going && state.going.step !== "placing") return resumeUpdate(deps, state.going)
  const tries = state.going?.tries ?? 0
  const request = readRequest(deps.spool, deps.keys)
  if (request === null) {
    if (state.going) saveState(deps.state, { ...state, going: null })
    return null
  }
  if (request.id === state.last?.request) return null
  const from = runningVersion(deps.root)
  if ("fault" in request)
    return end(deps, { request: request.id, from, to: null }, { outcome: "refused", why: request.fault })
  return begin(deps, request, { from, tries: state.going?.request === request.id ? tries : 0 })
}

async function begin(deps: UpdaterDeps, request: Request, { from, tries }: { from: string; tries: number }) {
  const { id, manifest, archive } = request
  const what = { request: id, from, to: manifest.version }
  const refusal = findRefusal(deps, request, from)
  if (refusal !== null) return end(deps, what, { outcome: "refused", why: refusal })
  if (tries >= TRIES_MAX)
    return end(deps, what, { outcome: "refused", why: "the machine went down during the update", failed: true })
  save(deps, { ...what, step: "placing", tries: tries + 1, why: null })
  try {
    await placeRelease(join(deps.root, "releases"), archive, manifest)
    step(deps, "placed")
    await deps.service.rehearse(manifest.version, deps.rehearseMs)
    step(deps, "rehearsed")
  } catch (error) {
    const why = (error as Error).message
    return end(deps, what, {
      outcome: "refused",
      why,
      failed: !(error instanceof NotPlaced) && noteFailedRehearsal(deps, manifest.version),
    })
  }
  return resumeUpdate(deps, save(deps, { ...what, step: "flipping", tries: 0, why: null }))
}

/** Records a failed rehearsal; returns whether it was the version's last try. */
function noteFailedRehearsal({ state }: UpdaterDeps, version: string): boolean {
  const known = readState(state)
  const stumbled = [...known.stumbled, version]
  saveState(state, { ...known, stumbled })
  return stumbled.filter((failed) => failed === version).length >= REHEARSALS_MAX
}

/** Why the version is refused; null if it is accepted. The hub alone checks rings, which are no protection. */
function findRefusal(deps: UpdaterDeps, { manifest }: Request, running: string): string | null {
  const state = readState(deps.state)
  const { platform, now } = deps
  const failed = state.failed.map(({ version }) => version)
  const known = { running, platform, ring: null, seenIssuedAt: state.seenIssuedAt, failed }
  const verdict = verifyManifest(manifest, known, now())
  if (countsAsSeen(verdict)) saveState(deps.state, { ...state, seenIssuedAt: manifest.issuedAt })
  if (verdict.do === "take") return null
  return verdict.do === "wait" ? `not now: ${verdict.because}` : `${verdict.because}: ${verdict.message}`
}

/** Continues from the saved step to the end. */
async function resumeUpdate(deps: UpdaterDeps, was: Going): Promise<Ended> {
  if (was.step === "returning") return goBack(deps, was)
  if (was.tries >= TRIES_MAX)
    return goBack(deps, returning(deps, was, "the machine went down while the version was started"))
  const going = save(deps, { ...was, tries: was.tries + 1 })
  const { service, root } = deps
  try {
    if (!hasRelease(join(root, "releases"), going.to)) throw new Error("its folder is missing")
    if (going.step === "flipping") await service.stop()
    step(deps, "stopped")
    point(deps, going.to)
    step(deps, "flipped")
    const watched = save(deps, { ...going, step: "watching" })
    await service.start()
    step(deps, "started")
    await watchGate(deps, watched.to)
  } catch (error) {
    return goBack(deps, returning(deps, going, (error as Error).message))
  }
  keepReleases(join(root, "releases"), [going.from, going.to])
  return end(deps, going, { outcome: "applied", why: null })
}

/** Rejects with the service's last output if the version fails the gate or ends too often. */
async function watchGate(deps: UpdaterDeps, version: string): Promise<void> {
  const over = new AbortController()
  try {
    await Promise.race([passGate(deps, version, over.signal), watchExits(deps, version, over.signal)])
  } catch (error) {
    const words = await deps.service.lastWords()
    const { message } = error as Error
    throw words === null ? error : new Error(`${message}. Its last words:\n${words}`)
  } finally {
    over.abort()
  }
}

/** Rejects once the version has ended too often; never resolves. */
async function watchExits({ service, monotonicMs }: UpdaterDeps, version: string, over: AbortSignal): Promise<never> {
  let seen: RecentExits[] = []
  while (!over.aborted) {
    const exits = await service.exits()
    if (exits !== null) seen = noteExits(seen, { atMs: monotonicMs(), exits })
    if (exitsTooOften(seen)) throw new Error(`${version} ended ${EXITS_MAX} times within a minute`)
    await pause(EXITS_CHECK_EVERY_MS)
  }
  return new Promise(() => {})
}

/** Resolves when the service answers as the new version and the release has sold a test order. `over`: aborted when the result is no longer needed. */
async function passGate(deps: UpdaterDeps, version: string, over: AbortSignal): Promise<void> {
  const { service, gateMs, monotonicMs } = deps
  const until = monotonicMs() + gateMs
  await service.answers(version, gateMs, over)
  step(deps, "answered")
  await service.rehearse(version, Math.max(1, Math.floor(until - monotonicMs())), over)
  step(deps, "gated")
}

/** Stops the service first, so that nothing is sold between the check of the old version and its start. */
async function goBack(deps: UpdaterDeps, going: Going): Promise<Ended> {
  const { service } = deps
  await service.stop()
  step(deps, "stopped to return")
  const canReturn = await service.canReturn(going.from)
  if (canReturn) point(deps, going.from)
  step(deps, "returned")
  await service.start()
  step(deps, "started again")
  return end(deps, going, { outcome: canReturn ? "went_back" : "kept", why: going.why, failed: true })
}

function returning(deps: UpdaterDeps, going: Going, why: string): Going {
  return save(deps, { ...going, step: "returning", tries: 0, why })
}

function point({ root }: UpdaterDeps, version: string): void {
  if (runningVersion(root) !== version) pointLink(join(root, "current"), join("releases", version))
}

function runningVersion(root: string): string {
  return basename(readlinkSync(join(root, "current")))
}

function save(deps: UpdaterDeps, going: Going): Going {
  saveState(deps.state, { ...readState(deps.state), going })
  step(deps, `${going.step} ${going.from} → ${going.to}`)
  return going
}

type UpdateVersions = Pick<Ended, "request" | "from" | "to">
type Outcome = Pick<Ended, "outcome" | "why"> & { readonly failed?: boolean }

function end(
  deps: UpdaterDeps,
  { request, from, to }: UpdateVersions,
  { outcome, why, failed = false }: Outcome,
): Ended {
  const state: UpdaterState = readState(deps.state)
  const at = deps.now()
  const last: Ended = { request, from, to, outcome, why, at }
  const marks = failed && to !== null ? [...state.failed, { version: to, at, why: why ?? outcome }] : state.failed
  saveState(deps.state, { ...state, going: null, failed: marks, last })
  step(deps, `${outcome}${why ? `: ${why}` : ""}`)
  return last
}

function step({ print, onStep }: Pick<UpdaterDeps, "print" | "onStep">, name: string): void {
  print(name)
  onStep?.(name)
}
