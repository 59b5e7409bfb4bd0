/**
 * A box that was restored from a backup may lack numbers that it has given. It numbers nothing until the hub has sent the last
 * number of each sequence.
 */
import type { Database } from "better-sqlite3"
import type { FiscalFailure } from "../../protocol/shapes/fiscal-representation.ts"
import { type BoxTx, dropMeta, readMeta, writeMeta } from "../storage/index.ts"
import { lastSequence, saveLastSequence } from "./requests-store.ts"

/** Key of the wait. Its value is the epoch whose sequences are awaited, or COPIED: any answer of a hub with the same history ends it. */
const WAIT = "fiscal.waits"
const COPIED = "copied"
/** Key of the database file's identity. */
const FILE = "fiscal.file"

export interface Sequences {
  readonly epoch: string
  readonly sequences: readonly { readonly key: string; readonly last: number }[]
}

/** What the file system and the journal know about the database's file. */
export interface FileFacts {
  /** The journal is a copy. A copied disk, or a copy written over this file, has the same inode, so the file alone cannot show it. */
  readonly isCopied: boolean
  /** This machine's journal contains the last number, so the hub need not send it. */
  readonly isProven: boolean
  readonly ino: number
  readonly birthtimeMs: number
  readonly ctimeMs: number
}

/** Called at the start. Returns whether the database is a copy: its inode or birth time differs from the stored one. */
export function detectCopy(tx: BoxTx, facts: FileFacts): boolean {
  // A file system without birth times returns 0 or the time of the last change.
  const born = facts.birthtimeMs > 0 && facts.birthtimeMs < facts.ctimeMs ? facts.birthtimeMs : null
  const file = { ino: facts.ino, born }
  const kept = readMeta(tx.db, FILE)
  const known: typeof file | null = kept === null ? null : JSON.parse(kept)
  // An unchanged value is not written again, so that the appliance can start with a full disk.
  const isSame = known !== null && known.ino === file.ino && known.born === born
  if (!isSame) writeMeta(tx.db, FILE, JSON.stringify(file))
  const isReborn = known !== null && known.born !== null && born !== null && known.born !== born
  const isCopy = facts.isCopied || (known !== null && known.ino !== file.ino) || isReborn
  if (isCopy && !facts.isProven && readMeta(tx.db, WAIT) === null) writeMeta(tx.db, WAIT, COPIED)
  return isCopy
}

/** For a copy whose maker knows that no number was given since: it counts as its original. */
export function forgetDatabaseFile(db: Database): void {
  dropMeta(db, FILE)
}

/** For a copy that is thrown away: its numbers are never used, so it need not wait. */
export function numberWithoutWaiting(db: Database): void {
  forgetDatabaseFile(db)
  dropMeta(db, WAIT)
}

/** Starts the wait when the histories of hub and box differ. */
export function waitForSequences(tx: BoxTx, epoch: string): void {
  writeMeta(tx.db, WAIT, epoch)
}

/** Returns null once the box may number. `agrees`: the hub has answered and has no operation of this store that is missing here. */
export function refuseWhileWaiting(tx: BoxTx, agrees: () => boolean): FiscalFailure | null {
  const waits = readMeta(tx.db, WAIT)
  if (waits === null) return null
  if (waits === COPIED && agrees()) {
    dropMeta(tx.db, WAIT)
    return null
  }
  const message =
    "This box was restored from a copy: it can number again once the hub has sent the numbers that were given."
  return { code: "FISCAL_SEQUENCE_UNKNOWN", message }
}

/** Raises sequences, never lowers one. */
export function raiseSequences(tx: BoxTx, sequences: Sequences["sequences"]): void {
  for (const { key, last } of sequences) if (last > (lastSequence(tx, key) ?? -1)) saveLastSequence(tx, key, last)
}

/** An answer for an earlier epoch does not end the wait. */
export function applySequences(tx: BoxTx, { epoch, sequences }: Sequences): void {
  raiseSequences(tx, sequences)
  if (readMeta(tx.db, WAIT) === epoch) dropMeta(tx.db, WAIT)
}
