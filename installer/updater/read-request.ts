/** Reads the box's request. The box's user owns the spool, so its content is not trusted and nothing is written there. */
import { createHash } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { basename, join } from "node:path"
import { readManifest, type UpdateManifest } from "../../protocol/rules/updates/update-manifest.ts"
import type { SignedManifest } from "../../protocol/shapes/update-manifest.ts"
import { isSignedBy, type ReleaseKey } from "../../runtime/release-keys.ts"

const REQUEST_FILE = "request.json"
const REQUEST_MAX = 64 * 1024

export interface Request {
  /** Hash of the request, so that each one is handled once. */
  readonly id: string
  readonly manifest: UpdateManifest
  /** The archive's path in the spool. */
  readonly archive: string
}

export type Read = Request | { readonly id: string; readonly fault: string } | null

/** Null without a request. A fault never quotes the file's content. */
export function readRequest(spool: string, keys: readonly ReleaseKey[]): Read {
  const text = readSmall(join(spool, REQUEST_FILE))
  if (text === null) return null
  const id = createHash("sha256").update(text).digest("hex")
  const request = parse(text)
  if (!request) return { id, fault: "the request cannot be read" }
  if (!isSignedBy(request.signed, keys)) return { id, fault: "no pinned key has signed the manifest" }
  const manifest = readManifest(request.signed.manifest)
  if ("fault" in manifest) return { id, fault: `the manifest ${manifest.fault}` }
  return { id, manifest, archive: join(spool, request.archive) }
}

/** Opens a regular file, never a link or a pipe. The caller closes it. */
export function openRegularFile(path: string): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  throw new Error("it is not a regular file")
}

function readSmall(path: string): string | null {
  let file: number
  try {
    file = openRegularFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
  try {
    const bytes = Buffer.alloc(REQUEST_MAX)
    return bytes.subarray(0, readSync(file, bytes, 0, REQUEST_MAX, 0)).toString("utf8")
  } finally {
    closeSync(file)
  }
}

function parse(text: string): { signed: SignedManifest; archive: string } | null {
  try {
    const { signed, archive } = JSON.parse(text)
    const { manifest, keyId, signature } = signed
    if (![manifest, keyId, signature, archive].every((value) => typeof value === "string")) return null
    return archive === basename(archive) && !archive.startsWith(".") ? { signed, archive } : null
  } catch {
    return null
  }
}
