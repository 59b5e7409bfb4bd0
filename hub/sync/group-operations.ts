/**
 * Which ops of a batch may be applied together. What is told of one sale keeps its order, also that of its document and itself; sales do not know of each other.
 * So what follows in a row is taken in rounds: of each sale the first, then of each the next.
 */
import type { Op } from "../../protocol/sync/messages.ts"
import type { UpKind } from "../../protocol/sync/ops.ts"

/** In a round each op is about another sale, or is the document that its order names: documents are taken in before orders. */
export type OperationGroup = readonly Part[]

interface Part {
  readonly op: Op
  readonly sale: string
}

export interface Run {
  readonly first: Op
  readonly rounds: readonly OperationGroup[]
}

/** They tell nothing that a sale, its document or its day's figures depend on: a run goes on past them, and they are applied in their place. */
const BESIDE: ReadonlySet<string> = new Set<UpKind>([
  "kitchen.recorded",
  "component.beat",
  "health.reported",
  "audit.recorded",
])

/** In their order; the other ops stand alone. Fewer than two are not worth it. */
export function runsOf(ops: readonly Op[]): Run[] {
  const runs: Run[] = []
  let run = newRun()
  const end = () => {
    const [first, ...more] = run.rounds.flat()
    if (first && more.length > 0) runs.push({ first: first.op, rounds: run.rounds })
    run = newRun()
  }
  for (const op of ops) {
    if (BESIDE.has(op.kind)) continue
    const subject = subjectOf(op)
    if (!subject || !isFree(run, subject)) end()
    if (subject) add(run, op, subject)
  }
  end()
  return runs
}

/** Round by round; of a sale of which one op is left, nothing further is done. */
export async function applyGroups(
  { rounds }: Run,
  apply: (ops: readonly Op[]) => Promise<ReadonlySet<Op>>,
): Promise<ReadonlySet<Op>> {
  const done = new Set<Op>()
  const left = new Set<string>()
  for (const round of rounds) {
    const parts = round.filter(({ sale }) => !left.has(sale))
    if (parts.length === 0) continue
    for (const op of await apply(parts.map((part) => part.op))) done.add(op)
    for (const { op, sale } of parts) if (!done.has(op)) left.add(sale)
  }
  return done
}

interface OpenRun {
  readonly rounds: Part[][]
  /** Where the last op of a sale is. */
  readonly last: Map<string, { readonly round: number; readonly isDocument: boolean }>
  /** Whose an order's or a document's id is. */
  readonly owners: Map<string, string>
}

function newRun(): OpenRun {
  return { rounds: [], last: new Map(), owners: new Map() }
}

interface Subject {
  /** The external id of the order. */
  readonly sale: string
  readonly id: string
  readonly isDocument: boolean
}

/** Null: it stands alone. */
function subjectOf({ kind, body }: Op): Subject | null {
  const { order, record } = (body ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  if (kind === "order.changed") return toSubject(order?.orderExternal, order?.id, false)
  if (kind === "fiscal.numbered") return toSubject(record?.orderId, record?.fiscalRequestId, true)
  return null
}

function toSubject(sale: unknown, id: unknown, isDocument: boolean): Subject | null {
  return typeof sale === "string" && typeof id === "string" ? { sale, id, isDocument } : null
}

/** One id under two names is for one by one to judge. */
function isFree({ owners }: OpenRun, { id, sale }: Subject): boolean {
  return (owners.get(id) ?? sale) === sale
}

function add({ rounds, last, owners }: OpenRun, op: Op, { sale, id, isDocument }: Subject): void {
  const before = last.get(sale)
  const isNext = before !== undefined && (isDocument || !before.isDocument)
  const round = before === undefined ? 0 : before.round + (isNext ? 1 : 0)
  rounds[round] ??= []
  rounds[round].push({ op, sale })
  last.set(sale, { round, isDocument })
  owners.set(id, sale)
}
