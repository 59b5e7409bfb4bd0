/** Which ops of a batch may be applied together: they follow each other, and each is about another order. */
import type { Op } from "../../protocol/sync/messages.ts"

const KIND = "order.changed"

/** In their order; the others stand alone. Fewer than two are not worth it. */
export function runsOf(ops: readonly Op[]): Op[][] {
  const runs: Op[][] = []
  let run = new Map<string, Op>()
  const end = () => {
    if (run.size > 1) runs.push([...run.values()])
    run = new Map()
  }
  for (const op of ops) {
    const id = orderIdOf(op)
    if (id === null || run.has(id)) end()
    if (id !== null) run.set(id, op)
  }
  end()
  return runs
}

function orderIdOf({ kind, body }: Op): string | null {
  const id = kind === KIND ? (body as { order?: { id?: unknown } } | null)?.order?.id : null
  return typeof id === "string" ? id : null
}
