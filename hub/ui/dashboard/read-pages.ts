/** Reads the first pages of a list again, as many as were loaded before. */
import type { NoAnswer, Refused } from "../../../protocol/client/index.ts"

export interface ListPage {
  readonly items: readonly unknown[]
  readonly next: string | null
}

type Answer = { readonly ok: true; readonly data: unknown } | Refused | NoAnswer

/** Returns the pages as one answer with the last page's `next`, or the first failure. */
export async function readPages(ask: (after: string | null) => Promise<Answer>, pages: number): Promise<Answer> {
  const first = await ask(null)
  if (!first.ok) return first
  let read = first.data as ListPage
  for (let page = 1; page < pages && read.next !== null; page += 1) {
    const answer = await ask(read.next)
    if (!answer.ok) return answer
    const { items, next } = answer.data as ListPage
    read = { ...read, items: [...read.items, ...items], next }
  }
  return { ok: true, data: read }
}
