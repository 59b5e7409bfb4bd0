/** At the start: restores what the database lacks from the journal, and detects a copy of another box's data. */
import type { LoggedOp } from "../../protocol/sync/batch.ts"
import type { Ids } from "../../runtime/ids.ts"
import { createRecordAudit } from "../audit/index.ts"
import { detectCopy, type FileFacts, planSkips, raiseSequences, waitForSequences } from "../fiscal/index.ts"
import { skipLocators } from "../kiosk/index.ts"
import type { Repaired } from "../maintenance/index.ts"
import type { BoxStore, BoxTx } from "../storage/index.ts"
import {
  continueEpoch,
  createOutbox,
  hasEarlierEpoch,
  isFenced,
  type Journal,
  markAt,
  markRestored,
  newestAt,
  opsAfter,
  outboxHead,
  waitForRestore,
} from "../sync/index.ts"

interface ReadingJournal {
  readonly store: BoxStore
  readonly ids: Ids
  readonly journal: Journal
  /** File facts of the database. */
  readonly facts: Pick<FileFacts, "ino" | "birthtimeMs" | "ctimeMs">
  readonly restored: Repaired | null
  /** Whether the database was created at this start. */
  readonly isNew: boolean
  /** Applies what the database lacks. */
  readonly takeBack: (tx: BoxTx, repaired: Repaired) => void
}

/** Starts the journal and applies its ops that the database lacks. Returns the repair; null if there was none. */
export function readJournal(input: ReadingJournal): Repaired | null {
  const { store, ids, journal, facts, restored, isNew, takeBack } = input
  return store.write((tx) => {
    const newest = markAt(tx.db, outboxHead(tx.db))
    const lost = isNew || (newest === null && hasEarlierEpoch(tx.db)) ? [] : journal.since(newest)
    const ahead = lost === null ? opsAfter(tx.db, journal.lastMark) : []
    const isProven = journal.isOriginal && ahead !== null
    const isCopy = detectCopy(tx, { ...facts, isCopied: journal.isCopy, isProven })
    if (isCopy) markRestored(tx)
    if (isCopy) skipLocators(tx)
    const isDoubtful = isCopy && !isProven && !isFenced(tx.db)
    if (isDoubtful) planSkips(tx, newestAt(tx.db))
    if (isCopy || isNew || restored || lost?.length) {
      raiseSequences(
        tx,
        Object.entries(journal.numbers()).map(([key, last]) => ({ key, last })),
      )
    }
    journal.start(isNew)
    // The last process ended between commit and journal, or the journal is new.
    for (const op of ahead ?? opsAfter(tx.db, null) ?? []) journal.append(op)
    const repaired = lost && lost.length > (restored?.salvaged.length ?? 0) ? withLost(restored, lost) : restored
    if (repaired) takeBack(tx, repaired)
    // After the restore, so that the new epoch has the restored ops too and the hub knows their marks.
    if (isDoubtful) continueAsCopy(tx, { ids, journal })
    return repaired
  })
}

function withLost(restored: Repaired | null, salvaged: readonly LoggedOp[]): Repaired {
  return { backup: null, damaged: null, fault: "it was older than its journal", ...restored, salvaged }
}

/**
 * Starts a new epoch for a copy, because the original may keep drawing numbers. The hub then shuts the original out, and the copy draws
 * numbers again after the hub's answer, above those of the original.
 */
function continueAsCopy(tx: BoxTx, { ids, journal }: Pick<ReadingJournal, "ids" | "journal">): void {
  const epoch = ids.uuid()
  continueEpoch(tx, epoch)
  waitForSequences(tx, epoch)
  waitForRestore(tx, epoch)
  const outbox = createOutbox({ ids, journal, nudge: () => undefined })
  createRecordAudit({ ids, outbox })(tx, { action: "box.copied", caller: null })
}
