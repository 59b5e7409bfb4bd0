/** Which ops of a batch may be applied together: they follow each other, and each is about another sale, or is the document that comes before it. */
import type { Op } from "../../protocol/sync/messages.ts"

/** In their order; the others stand alone. Fewer than two are not worth it. */
export function runsOf(ops: readonly Op[]): Op[][] {
  const runs: Op[][] = []
  let run: Op[] = []
  let named = new Set<string>()
  const end = () => {
    if (run.length > 1) runs.push(run)
    run = []
    named = new Set()
  }
  for (const op of ops) {
    const { names, bars } = subjectOf(op)
    if (names.length === 0 || bars.some((one) => named.has(one))) end()
    if (names.length === 0) continue
    run.push(op)
    for (const one of names) named.add(one)
  }
  end()
  return runs
}

interface Subject {
  /** None: it stands alone. */
  readonly names: readonly string[]
  /** Where the run has named one of these, the op is of the next one. */
  readonly bars: readonly string[]
}

/** The documents of a run are taken in before its orders, so one that follows its order begins a new run. */
function subjectOf({ kind, body }: Op): Subject {
  const { order, record } = (body ?? {}) as { order?: Named; record?: Named }
  if (kind === "order.changed") {
    const names = [nameOf("order", order?.id), nameOf("sale", order?.orderExternal)].flat()
    return { names, bars: names }
  }
  if (kind !== "fiscal.numbered") return { names: [], bars: [] }
  const names = [nameOf("request", record?.fiscalRequestId), nameOf("document", record?.orderId)].flat()
  return { names, bars: [...names, ...nameOf("sale", record?.orderId)] }
}

type Named = Readonly<Record<string, unknown>> | null

function nameOf(what: string, id: unknown): string[] {
  return typeof id === "string" ? [`${what} ${id}`] : []
}
