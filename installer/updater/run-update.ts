/** One update from its request to its end, or on from where the machine died: every step is on disk before it is taken, and may be taken twice. */
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
/** A version whose rehearsal fails as often is not tried here again. */
const REHEARSALS_MAX = 3
const EXITS_LOOK_EVERY_MS = 1_000

/** The service that sells, and what a release says of itself. */
export interface Service {
  stop(): Promise<void>
  start(): Promise<void>
  /** Resolves once this version answers for the running service; rejects when it does not in time. */
  answers(version: string, withinMs: number, over?: AbortSignal): Promise<void>
  /** How often the service was started again because it had ended by itself; null where nobody counts. */
  exits(): Promise<number | null>
  /** What the service wrote last; null where nothing is known. */
  lastWords(): Promise<string | null>
  /** The release sells a test order on a copy of the data; rejects with its complaint. */
  rehearse(release: string, withinMs: number, over?: AbortSignal): Promise<void>
  /** Whether the release can work on the data as it is now, or as it was kept for it. */
  canReturn(release: string): Promise<boolean>
}

export interface UpdaterDeps {
  /** Holds `releases/` and the link `current`. */
  readonly root: string
  readonly spool: string
  readonly state: string
  readonly platform: string
  readonly keys: readonly ReleaseKey[]
  readonly service: Service
  /** By then the new version has shown that it sells, or the old one comes back. */
  readonly gateMs: number
  /** So long a rehearsal may take while the old version still runs. */
  readonly rehearseMs: number
  readonly now: () => string
  /** Milliseconds that no correction of the clock moves. */
  readonly monotonicMs: () => number
  readonly say: (line: string) => void
  /** Told after each step, for whoever watches; the tests pull the plug here. */
  readonly onStep?: (step: string) => void
}

/** What came of it; null when there was nothing to do. */
export async function runUpdate(deps: UpdaterDeps): Promise<Ended | null> {
  const state = readState(deps.state)
  if (state.going && state.going.step !== "placing") return goOn(deps, state.going)
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
  const verdict = judge(deps, request, from)
  if (verdict !== null) return end(deps, what, { outcome: "refused", why: verdict })
  if (tries >= TRIES_MAX)
    return end(deps, what, { outcome: "refused", why: "the machine went down while it was tried", failed: true })
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
      failed: !(error instanceof NotPlaced) && stumbles(deps, manifest.version),
    })
  }
  return goOn(deps, save(deps, { ...what, step: "flipping", tries: 0, why: null }))
}

/** Notes a rehearsal that failed; answers whether it was the last that the version gets here. */
function stumbles({ state }: UpdaterDeps, version: string): boolean {
  const known = readState(state)
  const stumbled = [...known.stumbled, version]
  saveState(state, { ...known, stumbled })
  return stumbled.filter((one) => one === version).length >= REHEARSALS_MAX
}

/** Null when it is to be taken, else why not. Rings are the hub's business: they stage, they protect nothing. */
function judge(deps: UpdaterDeps, { manifest }: Request, running: string): string | null {
  const state = readState(deps.state)
  const { platform, now } = deps
  const failed = state.failed.map(({ version }) => version)
  const known = { running, platform, ring: null, seenIssuedAt: state.seenIssuedAt, failed }
  const verdict = verifyManifest(manifest, known, now())
  if (countsAsSeen(verdict)) saveState(deps.state, { ...state, seenIssuedAt: manifest.issuedAt })
  if (verdict.do === "take") return null
  return verdict.do === "wait" ? `not now: ${verdict.because}` : `${verdict.because}: ${verdict.message}`
}

/** From a step that is on disk to the end. */
async function goOn(deps: UpdaterDeps, was: Going): Promise<Ended> {
  if (was.step === "returning") return goBack(deps, was)
  if (was.tries >= TRIES_MAX) return goBack(deps, returning(deps, was, "the machine went down while it was started"))
  const going = save(deps, { ...was, tries: was.tries + 1 })
  const { service, root } = deps
  try {
    if (!hasRelease(join(root, "releases"), going.to)) throw new Error("its folder is gone")
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

/** A version that fails at the gate, or ends again and again before it, leaves its last words. */
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

/** Rejects once the version has ended too often; resolves never. */
async function watchExits({ service, monotonicMs }: UpdaterDeps, version: string, over: AbortSignal): Promise<never> {
  let seen: RecentExits[] = []
  while (!over.aborted) {
    const exits = await service.exits()
    if (exits !== null) seen = noteExits(seen, { atMs: monotonicMs(), exits })
    if (exitsTooOften(seen)) throw new Error(`${version} ended ${EXITS_MAX} times within a minute`)
    await pause(EXITS_LOOK_EVERY_MS)
  }
  return new Promise(() => {})
}

/** The live service answers as the new version, and the release sells a test order beside it. `over`: nobody waits for it any more. */
async function passGate(deps: UpdaterDeps, version: string, over: AbortSignal): Promise<void> {
  const { service, gateMs, monotonicMs } = deps
  const until = monotonicMs() + gateMs
  await service.answers(version, gateMs, over)
  step(deps, "answered")
  await service.rehearse(version, Math.max(1, Math.floor(until - monotonicMs())), over)
  step(deps, "gated")
}

/** Stopped first: nothing may be sold between the question whether the old version can go on and its start. */
async function goBack(deps: UpdaterDeps, going: Going): Promise<Ended> {
  const { service } = deps
  await service.stop()
  step(deps, "stopped to return")
  const can = await service.canReturn(going.from)
  if (can) point(deps, going.from)
  step(deps, "returned")
  await service.start()
  step(deps, "started again")
  return end(deps, going, { outcome: can ? "went_back" : "kept", why: going.why, failed: true })
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

type What = Pick<Ended, "request" | "from" | "to">
type Outcome = Pick<Ended, "outcome" | "why"> & { readonly failed?: boolean }

function end(deps: UpdaterDeps, { request, from, to }: What, { outcome, why, failed = false }: Outcome): Ended {
  const state: UpdaterState = readState(deps.state)
  const at = deps.now()
  const last: Ended = { request, from, to, outcome, why, at }
  const marks = failed && to !== null ? [...state.failed, { version: to, at, why: why ?? outcome }] : state.failed
  saveState(deps.state, { ...state, going: null, failed: marks, last })
  step(deps, `${outcome}${why ? `: ${why}` : ""}`)
  return last
}

function step({ say, onStep }: Pick<UpdaterDeps, "say" | "onStep">, name: string): void {
  say(name)
  onStep?.(name)
}
