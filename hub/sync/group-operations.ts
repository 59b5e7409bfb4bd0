/**
 * Groups the operations of a batch that may share statements. The operations of one sale keep their order, and different sales are independent.
 * So consecutive operations are applied in rounds: the first of each sale, then the second of each.
 */
import type { Op } from "../../protocol/sync/messages.ts"
import type { UpKind } from "../../protocol/sync/ops.ts"

/** One round: each operation is about another sale, or is the document of an order in the round. Documents are applied before orders. */
type OperationGroup = readonly Part[]

interface Part {
  readonly op: Op
  readonly sale: string
}

export interface Run {
  readonly first: Op
  readonly rounds: readonly OperationGroup[]
}

/** No sale, document or day depends on these kinds. A run continues after them, and they are applied in their own place. */
const INDEPENDENT: ReadonlySet<string> = new Set<UpKind>([
  "kitchen.recorded",
  "component.beat",
  "health.reported",
  "audit.recorded",
])

/** Returns runs of at least two operations, in order. All other operations are applied one by one. */
export function runsOf(ops: readonly Op[]): Run[] {
  const runs: Run[] = []
  let run = newRun()
  const end = () => {
    const [first, ...more] = run.rounds.flat()
    if (first && more.length > 0) runs.push({ first: first.op, rounds: run.rounds })
    run = newRun()
  }
  for (const op of ops) {
    if (INDEPENDENT.has(op.kind)) continue
    const subject = subjectOf(op)
    if (!subject || !isFree(run, subject)) end()
    if (subject) add(run, op, subject)
  }
  end()
  return runs
}

/** Applies round by round. Once an operation of a sale is left out, the rest of that sale is left out too. Returns the operations that were applied. */
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
  /** The round of each sale's last operation. */
  readonly last: Map<string, { readonly round: number; readonly isDocument: boolean }>
  /** Which sale an order's or document's id belongs to. */
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

/** Returns null for an operation that is applied by itself. */
function subjectOf({ kind, body }: Op): Subject | null {
  const { order, record } = (body ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  if (kind === "order.changed") return toSubject(order?.orderExternal, order?.id, false)
  if (kind === "fiscal.numbered") return toSubject(record?.orderId, record?.fiscalRequestId, true)
  return null
}

function toSubject(sale: unknown, id: unknown, isDocument: boolean): Subject | null {
  return typeof sale === "string" && typeof id === "string" ? { sale, id, isDocument } : null
}

/** False if two sales use one id: then the operations are applied one by one. */
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
