/** Sends an action to the box until it answers. The action is done when the screen has read the result. */
import type { NoAnswer, Refused } from "../../../protocol/client/index.ts"

const RETRY_MS = 1_000

export type Answered = { readonly ok: true } | Refused | NoAnswer

interface Delivery {
  readonly send: () => Promise<Answered>
  /** Reads the result. False if it could not be read, so that the screen still shows the state before the action. */
  readonly after: () => Promise<boolean>
  readonly onRefused: (refused: Refused) => void
  readonly onDone: () => void
}

/** Aborts the sending. */
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
