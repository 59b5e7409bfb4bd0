/** At the start: what the database lacks of its journal, and what a copy of another box's data must do before it gives numbers. */
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
  /** Of the database's file. */
  readonly facts: Pick<FileFacts, "ino" | "birthtimeMs" | "ctimeMs">
  readonly restored: Repaired | null
  /** Whether there was no database before. */
  readonly isNew: boolean
  /** Takes back what the database lacks. */
  readonly takeBack: (tx: BoxTx, repaired: Repaired) => void
}

/** Starts the journal, and takes back what the database lacks of it beside what a repair has saved already. Answers what was repaired. */
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
    // A process that ended between a commit and the journal; or a journal that begins beside a database.
    for (const op of ahead ?? opsAfter(tx.db, null) ?? []) journal.append(op)
    const repaired = lost && lost.length > (restored?.salvaged.length ?? 0) ? withLost(restored, lost) : restored
    if (repaired) takeBack(tx, repaired)
    // A new epoch carries over what was taken back too: the hub then knows it by its marks.
    if (isDoubtful) continueAsCopy(tx, { ids, journal })
    return repaired
  })
}

function withLost(restored: Repaired | null, salvaged: readonly LoggedOp[]): Repaired {
  return { backup: null, damaged: null, fault: "it was older than its journal", ...restored, salvaged }
}

/**
 * The original may go on giving numbers: the copy opens an epoch of its own, upon which the hub shuts the original out, and numbers again
 * once the hub has answered, beyond what the original can have given.
 */
function continueAsCopy(tx: BoxTx, { ids, journal }: Pick<ReadingJournal, "ids" | "journal">): void {
  const epoch = ids.uuid()
  continueEpoch(tx, epoch)
  waitForSequences(tx, epoch)
  waitForRestore(tx, epoch)
  const outbox = createOutbox({ ids, journal, nudge: () => undefined })
  createRecordAudit({ ids, outbox })(tx, { action: "box.copied", caller: null })
}
