/** Updates the box: asks the hub for an offer, downloads it, waits until the store is idle, requests the installation, and records the result. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { UpdateState } from "../../../protocol/http/box-update.ts"
import type { UpdateOffer } from "../../../protocol/http/updates.ts"
import { compareVersions } from "../../../protocol/rules/updates/update-manifest.ts"
import type { BusyFacts } from "../../../protocol/rules/updates/update-rules.ts"
import type { SignedManifest } from "../../../protocol/shapes/update-manifest.ts"
import { toMs } from "../../../protocol/time.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { FreeBytes } from "../../../runtime/free-disk-space.ts"
import type { Part } from "../../../runtime/lifecycle.ts"
import type { Log } from "../../../runtime/log.ts"
import { repeat } from "../../../runtime/repeat.ts"
import type { RecordAudit } from "../../audit/index.ts"
import type { BoxStore, BoxTx } from "../../storage/index.ts"
import { createFetch } from "./fetch-offered.ts"
import { blockedBy, stateOf } from "./read-update-state.ts"
import { changeNote, readNote, type UpdateNote } from "./update-notes-store.ts"
import { archiveName, clearUpdateFiles, readUpdater, requestId, updateFolderOf, writeRequest } from "./updater-state.ts"
import { rejectionText, verifyOffer } from "./verify-offer.ts"

const TICK_MS = 30_000
const ASK_EVERY_MS = 3_600_000
/** A hub that did not answer is asked sooner. */
const ASK_AGAIN_MS = 300_000
/** How long a manager's "now" is valid. */
const NOW_LASTS_MS = 2 * 3_600_000
/** The address of a version that was put in by hand. */
const BY_HAND = "file://"

/** The hub's answer; null when it could not be reached. */
export type QueryHub = (asked: {
  running: string
  platform: string
}) => Promise<{ ring: string; offer: UpdateOffer | null } | null>

export interface UpdateDeps {
  readonly store: BoxStore
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  readonly platform: string
  /** The data directory. */
  readonly data: string
  /** The file with the public keys. Null, or a missing file, switches updates off. */
  readonly keys: string | null
  /** The updater's state file. */
  readonly updaterState: string
  readonly ask: QueryHub
  readonly busy: (tx: BoxTx) => BusyFacts
  readonly record: RecordAudit
  /** 0 to 1. */
  readonly chance: () => number
  /** The free space of a directory's disk; left out: measured. */
  readonly freeBytes?: FreeBytes
}

export interface Updates extends Part {
  read(tx: BoxTx): UpdateState
  /** False when no update waits. */
  now(tx: BoxTx): boolean
  /** Puts in a version by hand, of any ring. Returns what is wrong with it, or null; `keep` moves the archive into the spool. */
  put(tx: BoxTx, brought: Brought): string | null
  /** Runs everything that is due; tests call it. */
  tick(): Promise<void>
}

interface Brought {
  readonly signed: SignedManifest
  keep(version: string): void
}

export function createUpdates(deps: UpdateDeps): Updates {
  const { store, clock, log } = deps
  const stopping = new AbortController()
  let nextAskMs = clock.ms() + deps.chance() * ASK_AGAIN_MS
  const fetchOffered = createFetch({ ...deps, spool: updateFolderOf(deps.data) })
  const isOff = () => deps.keys === null || !existsSync(deps.keys)
  const tick = async () => {
    if (isOff()) return
    hearUpdater(deps)
    if (clock.ms() >= nextAskMs) {
      const heard = await hearHub(deps)
      nextAskMs = clock.ms() + (heard ? ASK_EVERY_MS : ASK_AGAIN_MS) * (0.5 + deps.chance())
    }
    if (stopping.signal.aborted) return
    await fetchOffered(stopping.signal)
    if (!stopping.signal.aborted) askUpdater(deps)
  }
  const whenFailed = "no update for now; tried again"
  const ticks = repeat({ name: "updates", everyMs: TICK_MS, log, whenFailed }, tick)
  return {
    name: "updates",
    read: (tx) => stateOf(tx, deps, isOff()),
    now(tx) {
      if (isOff() || readNote(tx).verdict?.do !== "take") return false
      changeNote(tx, { nowUntil: new Date(toMs(tx.now) + NOW_LASTS_MS).toISOString() })
      return true
    },
    put(tx, { signed, keep }) {
      if (isOff()) return "this box has no --release-keys"
      const offer = { ...signed, url: BY_HAND }
      const judged = verifyOffer(tx, deps, { offer, ring: null, note: readNote(tx) })
      if (judged.verdict?.do !== "take" || !judged.version) return rejectionText(judged.verdict)
      keep(judged.version)
      changeNote(tx, { offer, ...judged, fetched: judged.version })
      return null
    },
    tick,
    start() {
      ticks.start()
      if (!isOff()) store.read((tx) => log.info(stateOf(tx, deps, false), "updates"))
    },
    async stop() {
      stopping.abort()
      await ticks.stop()
    },
  }
}

const NOTHING_WAITS = {
  nowUntil: null,
  fetched: null,
  fetchFault: null,
  verdict: null,
  offer: null,
  version: null,
} as const

/** Records the result of the last update in the audit log, once, and frees its disk space. */
function hearUpdater({ store, updaterState, data, record, log }: UpdateDeps): void {
  const last = readUpdater(updaterState)?.last ?? null
  const note = store.read(readNote)
  if (last === null || last.request === note.told) return
  store.write((tx) => {
    const { request, ...told } = last
    // Another version that was offered meanwhile keeps waiting.
    const over = note.version === last.to || note.version === null
    changeNote(tx, { told: request, ...(over && NOTHING_WAITS) })
    record(tx, { action: "update.over", caller: null, subject: last.to, detail: told })
  })
  log[last.outcome === "applied" ? "info" : "warn"](last, "an update ended")
  const spool = updateFolderOf(data)
  const waits = store.read(readNote).version
  if (requestId(spool) === last.request) clearUpdateFiles(spool, waits === null ? null : archiveName(waits))
}

async function hearHub(deps: UpdateDeps): Promise<boolean> {
  const { store, version, platform } = deps
  const heard = await deps.ask({ running: version, platform })
  if (heard === null) return false
  store.write((tx) => {
    const { ring, offer } = heard
    const note = readNote(tx)
    const judged = offer === null ? { verdict: null, version: null } : verifyOffer(tx, deps, { offer, ring, note })
    const { verdict, version: offered, ...seen } = judged
    const kept = isBrought(note) && compareVersions(offered ?? "0.0.0", note.version) <= 0
    changeNote(tx, { heardAt: tx.now, ring, ...seen, ...(!kept && { offer, verdict, version: offered }) })
  })
  return true
}

/** An offer of the hub does not replace a version that was put in by hand. */
function isBrought(note: UpdateNote): note is UpdateNote & { readonly version: string } {
  return note.offer?.url === BY_HAND && note.version !== null
}

/** Requests the installation when nothing is open. A repeat is the same request. */
function askUpdater(deps: UpdateDeps): void {
  const { store, data, log } = deps
  const spool = updateFolderOf(data)
  const note = store.read(readNote)
  const { offer, version, fetched } = note
  if (offer === null || version === null || fetched !== version || requestId(spool) !== null) return
  if (!existsSync(join(spool, archiveName(version)))) return void store.write((tx) => changeNote(tx, { fetched: null }))
  const why = store.read((tx) => blockedBy(tx, deps, note))
  if (why.length > 0) return
  const { manifest, keyId, signature } = offer
  log.warn({ version }, "the updater is asked for a new version: the box is stopped and started again")
  writeRequest(spool, {
    signed: { manifest, keyId, signature },
    archive: archiveName(version),
    askedAt: deps.clock.iso(),
  })
}
