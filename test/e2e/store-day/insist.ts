/** Repeats a request until there is an answer, as a register does after an outage: the contract makes every repeat safe. */
import { setTimeout as pause } from "node:timers/promises"

const WAIT_MS = 50
const PATIENCE_MS = 60_000

interface Result {
  readonly ok: boolean
}

type DataOf<R> = R extends { readonly ok: true; readonly data: infer D } ? D : never

/** The data of the first success. A refusal that no repeat can change is thrown. */
export async function insist<R extends Result>(ask: () => Promise<R>): Promise<DataOf<R>> {
  const until = Date.now() + PATIENCE_MS
  let last: R | null = null
  while (Date.now() < until) {
    last = await ask()
    if (last.ok) return (last as unknown as { data: DataOf<R> }).data
    if (isFinal(last)) throw new Error(`refused: ${JSON.stringify(last)}`)
    await pause(WAIT_MS)
  }
  throw new Error(`no answer in ${PATIENCE_MS} ms; the last was ${JSON.stringify(last)}`)
}

/** When nothing stands in the way any more; the condition answers what still does, or null. */
export async function eventually(obstacle: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (let still = await obstacle(); still !== null; still = await obstacle()) {
    if (Date.now() > until) throw new Error(`after ${PATIENCE_MS} ms there still is ${JSON.stringify(still)}`)
    await pause(WAIT_MS)
  }
}

function isFinal(result: object): boolean {
  return "status" in result && typeof result.status === "number" && result.status < 500
}
