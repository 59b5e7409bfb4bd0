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
export async function runUpdate(parts: UpdaterDeps): Promise<Ended | null> {
  const state = readState(parts.state)
  if (state.going && state.going.step !== "placing") return goOn(parts, state.going)
  const tries = state.going?.tries ?? 0
  const request = readRequest(parts.spool, parts.keys)
  if (request === null) {
    if (state.going) saveState(parts.state, { ...state, going: null })
    return null
  }
  if (request.id === state.last?.request) return null
  const from = runningVersion(parts.root)
  if ("fault" in request)
    return end(parts, { request: request.id, from, to: null }, { outcome: "refused", why: request.fault })
  return begin(parts, request, { from, tries: state.going?.request === request.id ? tries : 0 })
}

async function begin(parts: UpdaterDeps, request: Request, { from, tries }: { from: string; tries: number }) {
  const { id, manifest, archive } = request
  const what = { request: id, from, to: manifest.version }
  const verdict = judge(parts, request, from)
  if (verdict !== null) return end(parts, what, { outcome: "refused", why: verdict })
  if (tries >= TRIES_MAX)
    return end(parts, what, { outcome: "refused", why: "the machine went down while it was tried", failed: true })
  save(parts, { ...what, step: "placing", tries: tries + 1, why: null })
  try {
    await placeRelease(join(parts.root, "releases"), archive, manifest)
    step(parts, "placed")
    await parts.service.rehearse(manifest.version, parts.rehearseMs)
    step(parts, "rehearsed")
  } catch (error) {
    const why = (error as Error).message
    return end(parts, what, {
      outcome: "refused",
      why,
      failed: !(error instanceof NotPlaced) && stumbles(parts, manifest.version),
    })
  }
  return goOn(parts, save(parts, { ...what, step: "flipping", tries: 0, why: null }))
}

/** Notes a rehearsal that failed; answers whether it was the last that the version gets here. */
function stumbles({ state }: UpdaterDeps, version: string): boolean {
  const known = readState(state)
  const stumbled = [...known.stumbled, version]
  saveState(state, { ...known, stumbled })
  return stumbled.filter((one) => one === version).length >= REHEARSALS_MAX
}

/** Null when it is to be taken, else why not. Rings are the hub's business: they stage, they protect nothing. */
function judge(parts: UpdaterDeps, { manifest }: Request, running: string): string | null {
  const state = readState(parts.state)
  const { platform, now } = parts
  const failed = state.failed.map(({ version }) => version)
  const known = { running, platform, ring: null, seenIssuedAt: state.seenIssuedAt, failed }
  const verdict = verifyManifest(manifest, known, now())
  if (countsAsSeen(verdict)) saveState(parts.state, { ...state, seenIssuedAt: manifest.issuedAt })
  if (verdict.do === "take") return null
  return verdict.do === "wait" ? `not now: ${verdict.because}` : `${verdict.because}: ${verdict.message}`
}

/** From a step that is on disk to the end. */
async function goOn(parts: UpdaterDeps, was: Going): Promise<Ended> {
  if (was.step === "returning") return goBack(parts, was)
  if (was.tries >= TRIES_MAX) return goBack(parts, returning(parts, was, "the machine went down while it was started"))
  const going = save(parts, { ...was, tries: was.tries + 1 })
  const { service, root } = parts
  try {
    if (!hasRelease(join(root, "releases"), going.to)) throw new Error("its folder is gone")
    if (going.step === "flipping") await service.stop()
    step(parts, "stopped")
    point(parts, going.to)
    step(parts, "flipped")
    const watched = save(parts, { ...going, step: "watching" })
    await service.start()
    step(parts, "started")
    await watchGate(parts, watched.to)
  } catch (error) {
    return goBack(parts, returning(parts, going, (error as Error).message))
  }
  keepReleases(join(root, "releases"), [going.from, going.to])
  return end(parts, going, { outcome: "applied", why: null })
}

/** A version that fails at the gate, or ends again and again before it, leaves its last words. */
async function watchGate(parts: UpdaterDeps, version: string): Promise<void> {
  const over = new AbortController()
  try {
    await Promise.race([passGate(parts, version, over.signal), watchExits(parts, version, over.signal)])
  } catch (error) {
    const words = await parts.service.lastWords()
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
async function passGate(parts: UpdaterDeps, version: string, over: AbortSignal): Promise<void> {
  const { service, gateMs, monotonicMs } = parts
  const until = monotonicMs() + gateMs
  await service.answers(version, gateMs, over)
  step(parts, "answered")
  await service.rehearse(version, Math.max(1, Math.floor(until - monotonicMs())), over)
  step(parts, "gated")
}

/** Stopped first: nothing may be sold between the question whether the old version can go on and its start. */
async function goBack(parts: UpdaterDeps, going: Going): Promise<Ended> {
  const { service } = parts
  await service.stop()
  step(parts, "stopped to return")
  const can = await service.canReturn(going.from)
  if (can) point(parts, going.from)
  step(parts, "returned")
  await service.start()
  step(parts, "started again")
  return end(parts, going, { outcome: can ? "went_back" : "kept", why: going.why, failed: true })
}

function returning(parts: UpdaterDeps, going: Going, why: string): Going {
  return save(parts, { ...going, step: "returning", tries: 0, why })
}

function point({ root }: UpdaterDeps, version: string): void {
  if (runningVersion(root) !== version) pointLink(join(root, "current"), join("releases", version))
}

function runningVersion(root: string): string {
  return basename(readlinkSync(join(root, "current")))
}

function save(parts: UpdaterDeps, going: Going): Going {
  saveState(parts.state, { ...readState(parts.state), going })
  step(parts, `${going.step} ${going.from} → ${going.to}`)
  return going
}

type What = Pick<Ended, "request" | "from" | "to">
type Outcome = Pick<Ended, "outcome" | "why"> & { readonly failed?: boolean }

function end(parts: UpdaterDeps, { request, from, to }: What, { outcome, why, failed = false }: Outcome): Ended {
  const state: UpdaterState = readState(parts.state)
  const at = parts.now()
  const last: Ended = { request, from, to, outcome, why, at }
  const marks = failed && to !== null ? [...state.failed, { version: to, at, why: why ?? outcome }] : state.failed
  saveState(parts.state, { ...state, going: null, failed: marks, last })
  step(parts, `${outcome}${why ? `: ${why}` : ""}`)
  return last
}

function step({ say, onStep }: Pick<UpdaterDeps, "say" | "onStep">, name: string): void {
  say(name)
  onStep?.(name)
}
