/** Takes one deed of a screen to the box: sent until there is an answer, and done only when the screen has read what came of it. */
import type { NoAnswer, Refused } from "../../../protocol/client/index.ts"

const RETRY_MS = 1_000

export type Answered = { readonly ok: true } | Refused | NoAnswer

interface Delivery {
  readonly send: () => Promise<Answered>
  /** Reads what it has become; false: that could not be read, and what the screen shows is still from before the deed. */
  readonly after: () => Promise<boolean>
  readonly onRefused: (refused: Refused) => void
  readonly onDone: () => void
}

/** What gives it up. */
export function deliver({ send, after, onRefused, onDone }: Delivery): () => void {
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    const answer = await send()
    if (over) return
    if (!answer.ok && answer.offline) return again(attempt)
    if (!answer.ok) onRefused(answer)
    await show()
  }
  const show = async () => {
    const isRead = await after()
    if (over) return
    if (isRead) onDone()
    else again(show)
  }
  const again = (work: () => Promise<void>) => {
    timer = setTimeout(work, RETRY_MS)
  }
  void attempt()
  return () => {
    over = true
    clearTimeout(timer)
  }
}
