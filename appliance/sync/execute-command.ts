/** Executes a command of the hub once: the work and its answer share a transaction, and the same request gets the same answer. */
import { refuse } from "../../protocol/refusals.ts"
import type { Command } from "../../protocol/sync/messages.ts"
import type { Log } from "../../runtime/log.ts"
import { type BoxTx, isDiskError, writeInside } from "../storage/index.ts"
import { readAnswer, saveAnswer } from "./sync-state-store.ts"

/** Returns the store's answer. A refusal rolls back and is the answer. */
export type Execute = (tx: BoxTx, command: { readonly kind: string; readonly body: unknown }) => unknown

export function executeOnce(
  tx: BoxTx,
  command: Command,
  { execute, log }: { execute: Execute; log: Log },
): { readonly answer: unknown } {
  const known = readAnswer(tx.db, command.requestId)
  if (known !== null) return known
  try {
    const answer = writeInside(tx, () => execute(tx, command))
    saveAnswer(tx.db, command.requestId, { answer, at: tx.now })
    return { answer }
  } catch (error) {
    if (isDiskError(error)) throw error
    // A bug: the caller gets an answer at once, and a repeat may succeed.
    log.error({ err: error, kind: command.kind, requestId: command.requestId }, "a command failed")
    return { answer: refuse("INTERNAL_SERVER_ERROR", "The store could not do this.") }
  }
}
