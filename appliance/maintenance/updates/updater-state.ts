/** The two files shared with the updater: its state, and the request to it. The updater trusts this process with nothing more. */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { UpdateState } from "../../../protocol/http/box-update.ts"
import type { SignedManifest } from "../../../protocol/shapes/update-manifest.ts"

const STATE_FILE = "state.json"
const REQUEST_FILE = "request.json"

/** The folder of archives and of the request, in the box's data. */
export function updateFolderOf(data: string): string {
  return join(data, "update")
}

export function archivePath(data: string, version: string): string {
  return join(updateFolderOf(data), archiveName(version))
}

export function archiveName(version: string): string {
  return `brasa-${version}.tar.gz`
}

interface UpdaterSays {
  readonly failed: readonly { readonly version: string }[]
  readonly last: (NonNullable<UpdateState["last"]> & { readonly request: string }) | null
}

/** Null without an updater, or before its first run. */
export function readUpdater(dir: string): UpdaterSays | null {
  const text = readIfThere(join(dir, STATE_FILE))
  if (text === null) return null
  try {
    const { failed = [], last = null } = JSON.parse(text) as Partial<UpdaterSays>
    return { failed, last }
  } catch {
    return null
  }
}

interface UpdateRequest {
  readonly signed: SignedManifest
  readonly archive: string
  /** Makes a repeated request a new one, because an answered one is not answered again. */
  readonly askedAt: string
}

/** Written atomically: the systemd unit that watches this file starts the updater. */
export function writeRequest(spool: string, request: UpdateRequest): void {
  mkdirSync(spool, { recursive: true })
  const path = join(spool, REQUEST_FILE)
  writeFileSync(`${path}.next`, JSON.stringify(request))
  renameSync(`${path}.next`, path)
}

/** The id that the updater's answer names; null without a request. */
export function requestId(spool: string): string | null {
  const text = readIfThere(join(spool, REQUEST_FILE))
  return text === null ? null : createHash("sha256").update(text).digest("hex")
}

/** Removes an answered request and its archive. A waiting request stays. */
export function clearUpdateFiles(spool: string, kept: string | null): void {
  // The request is removed last, so that after a power cut this runs again.
  const names = existsSync(spool) ? readdirSync(spool).filter((name) => name !== kept && name !== REQUEST_FILE) : []
  for (const name of [...names, REQUEST_FILE]) rmSync(join(spool, name), { recursive: true, force: true })
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
