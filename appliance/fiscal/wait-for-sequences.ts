/**
 * A box that was restored from a backup may have given numbers that its disk no longer knows of: it numbers nothing until the hub has
 * said what it has of each sequence.
 */
import type { Database } from "better-sqlite3"
import type { FiscalFailure } from "../../protocol/shapes/fiscal-representation.ts"
import { type BoxTx, dropMeta, readMeta, writeMeta } from "../storage/index.ts"
import { lastSequence, saveLastSequence } from "./requests-store.ts"

/** What is waited for: an epoch's sequences, or any word of a hub that has the same history. */
const WAIT = "fiscal.waits"
const COPIED = "copied"
/** Which file this database is. */
const FILE = "fiscal.file"

export interface Sequences {
  readonly epoch: string
  readonly sequences: readonly { readonly key: string; readonly last: number }[]
}

/** What the file system says of the database's file, and what the journal says of the database. */
export interface FileFacts {
  /** The journal is a copy: a whole disk that was copied, or an earlier copy that was written over this file, has the file's number too. */
  readonly isCopied: boolean
  /** The journal of this machine has given the last number, so that nobody else has to. */
  readonly isProven: boolean
  readonly ino: number
  readonly birthtimeMs: number
  readonly ctimeMs: number
}

/** At the start: a copy has another number or was born at another time. Answers whether this is one. */
export function detectCopy(tx: BoxTx, facts: FileFacts): boolean {
  // A file system without births answers 0, or the last change.
  const born = facts.birthtimeMs > 0 && facts.birthtimeMs < facts.ctimeMs ? facts.birthtimeMs : null
  const file = { ino: facts.ino, born }
  const kept = readMeta(tx.db, FILE)
  const known: typeof file | null = kept === null ? null : JSON.parse(kept)
  // What is known already is not written again: a full disk would not let the appliance start.
  const isSame = known !== null && known.ino === file.ino && known.born === born
  if (!isSame) writeMeta(tx.db, FILE, JSON.stringify(file))
  const isReborn = known !== null && known.born !== null && born !== null && known.born !== born
  const isCopy = facts.isCopied || (known !== null && known.ino !== file.ino) || isReborn
  if (isCopy && !facts.isProven && readMeta(tx.db, WAIT) === null) writeMeta(tx.db, WAIT, COPIED)
  return isCopy
}

/** Whoever made this copy knows that no number was given since: it counts as the file that it was copied from. */
export function forgetDatabaseFile(db: Database): void {
  dropMeta(db, FILE)
}

/** For a copy that is thrown away: what it numbers is nobody's, so it waits for nobody. */
export function numberWithoutWaiting(db: Database): void {
  forgetDatabaseFile(db)
  dropMeta(db, WAIT)
}

/** The hub has ops that this box does not know of, or has lost some itself. */
export function waitForSequences(tx: BoxTx, epoch: string): void {
  writeMeta(tx.db, WAIT, epoch)
}

/** Null once the box may number. `agrees`: the hub has answered, and nothing of this store is there that is not here. */
export function refuseWhileWaiting(tx: BoxTx, agrees: () => boolean): FiscalFailure | null {
  const waits = readMeta(tx.db, WAIT)
  if (waits === null) return null
  if (waits === COPIED && agrees()) {
    dropMeta(tx.db, WAIT)
    return null
  }
  const message =
    "This box was restored from a copy: it numbers again once the hub has told it which numbers were given."
  return { code: "FISCAL_SEQUENCE_UNKNOWN", message }
}

/** No sequence goes back. */
export function raiseSequences(tx: BoxTx, sequences: Sequences["sequences"]): void {
  for (const { key, last } of sequences) if (last > (lastSequence(tx, key) ?? -1)) saveLastSequence(tx, key, last)
}

/** An answer for an earlier epoch ends no wait. */
export function applySequences(tx: BoxTx, { epoch, sequences }: Sequences): void {
  raiseSequences(tx, sequences)
  if (readMeta(tx.db, WAIT) === epoch) dropMeta(tx.db, WAIT)
}
