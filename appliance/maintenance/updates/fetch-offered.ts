/** Downloads the offered version, repeats failed attempts, and records why they failed. */
import { join } from "node:path"
import { readManifest, type UpdateManifest } from "../../../protocol/rules/updates/update-manifest.ts"
import type { Clock } from "../../../runtime/clock.ts"
import { type FreeBytes, NoRoom } from "../../../runtime/free-disk-space.ts"
import type { Log } from "../../../runtime/log.ts"
import type { BoxStore } from "../../storage/index.ts"
import { fetchArchive, OtherArchive } from "./fetch-archive.ts"
import { changeNote, readNote, type UpdateNote } from "./update-notes-store.ts"
import { archiveName } from "./updater-state.ts"

/** A wrong archive is downloaded again once an hour only, because it may have hundreds of megabytes. */
const OTHER_ARCHIVE_WAITS_MS = 3_600_000

interface FetchDeps {
  readonly store: BoxStore
  readonly clock: Clock
  readonly log: Log
  readonly spool: string
  readonly freeBytes?: FreeBytes | undefined
}

/** May be called often; resolves also when nothing was downloaded. */
export function createFetch(deps: FetchDeps): (signal: AbortSignal) => Promise<void> {
  const { store, clock, spool, freeBytes } = deps
  let wrong = { url: "", sha256: "", untilMs: 0 }
  return async (signal) => {
    const due = store.read((tx) => whatIsDue(readNote(tx)))
    if (due === null) return
    const { url, manifest } = due
    const { version, sha256 } = manifest
    if (wrong.url === url && wrong.sha256 === sha256 && clock.ms() < wrong.untilMs) return
    try {
      await fetchArchive(url, join(spool, archiveName(version)), manifest, { signal, freeBytes })
      // Another version may have been put in by hand meanwhile, so this one is not needed.
      store.write((tx) => readNote(tx).version === version && changeNote(tx, { fetched: version, fetchFault: null }))
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof OtherArchive) wrong = { url, sha256, untilMs: clock.ms() + OTHER_ARCHIVE_WAITS_MS }
      keepFault(deps, version, error as Error)
    }
  }
}

function whatIsDue({ offer, verdict, version, fetched }: UpdateNote): { url: string; manifest: UpdateManifest } | null {
  if (offer === null || version === null || verdict?.do !== "take" || fetched === version) return null
  const manifest = readManifest(offer.manifest)
  return "fault" in manifest ? null : { url: offer.url, manifest }
}

/** Logs each reason once, not at each attempt. */
function keepFault({ store, log }: FetchDeps, version: string, error: Error): void {
  const kind = error instanceof NoRoom ? "NO_ROOM" : error instanceof OtherArchive ? "OTHER_ARCHIVE" : "LINE"
  const before = store.read(readNote).fetchFault
  const fault = { version, kind, message: error.message } as const
  if (before?.version === version && before.kind === kind) return
  store.write((tx) => changeNote(tx, { fetchFault: fault }))
  log.warn({ version, err: error }, "the new version could not be fetched; it is tried again")
}
