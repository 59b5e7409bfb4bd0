/**
 * A copy of a box does not know which numbers its original gave after the copy was made. It continues beyond them, and the gap is recorded
 * (docs/contract/fiscal.md#numbers-after-a-restore).
 */
import type { Candidate } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import { type AuditDeps, createRecordAudit } from "../audit/index.ts"
import { type BoxTx, readMeta, writeMeta } from "../storage/index.ts"
import { lastSequence, saveLastSequence } from "./requests-store.ts"

const SKIPS = "fiscal.skips"
/** More than a store gives from one sequence in a day. */
const NUMBERS_PER_DAY_MAX = 1_000
const DAY_MS = 86_400_000

interface Skips {
  /** Numbers to skip in each sequence. */
  readonly count: number
  /** Numbers still to be skipped, by the sequence's key. */
  readonly left: Readonly<Record<string, number>>
}

/** Makes each sequence skip the numbers that another box may have given since `knownAt`, the time of this box's newest operation. */
export function planSkips(tx: BoxTx, knownAt: string | null): void {
  const daysApart = knownAt === null ? 0 : Math.max(0, Date.parse(tx.now) - Date.parse(knownAt)) / DAY_MS
  const skips: Skips = { count: NUMBERS_PER_DAY_MAX * (1 + Math.floor(daysApart)), left: {} }
  writeMeta(tx.db, SKIPS, JSON.stringify(skips))
}

/** Skips the planned numbers before one is drawn, in the first sequence that has numbers left, at most to the end of its range. */
export function skipNumbers(tx: BoxTx, candidates: readonly Candidate[], deps: AuditDeps): void {
  const stored = readMeta(tx.db, SKIPS)
  if (stored === null) return
  const { count, left }: Skips = JSON.parse(stored)
  const record = createRecordAudit(deps)
  const after = { ...left }
  for (const { key, first, last } of candidates) {
    const planned = after[key] ?? count
    const from = Math.max((lastSequence(tx, key) ?? first - 1) + 1, first)
    const to = Math.min(from + planned - 1, last)
    if (to >= from) {
      saveLastSequence(tx, key, to)
      after[key] = planned - (to - from + 1)
      record(tx, { action: "fiscal.skipped", caller: null, subject: key, detail: { sequence: key, from, to } })
    }
    if (to < last) break
  }
  writeMeta(tx.db, SKIPS, JSON.stringify({ count, left: after }))
}
