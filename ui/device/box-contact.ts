/** Tracks when the box last answered, and how many repeatable requests wait for it. */

export interface Waiting {
  /** By the box's clock: its last answer, or the first request without one. */
  readonly since: string
  readonly attempts: number
}

export interface Wait {
  /** Counts one attempt without an answer. */
  count(): void
  end(): void
}

export interface BoxContact {
  answered(): void
  lost(): void
  /** Begins the wait of a request that will be sent again. */
  startWaiting(): Wait
  /** Null while no request waits. */
  waiting(): Waiting | null
  /** Null if the box has never answered this page. */
  lastAnswer(): string | null
  subscribe(listener: () => void): () => void
}

interface ContactDeps {
  readonly now: () => string
  /** Survives a reload of the page; written only when the box stops answering. */
  readonly memory: { read(): string | null; write(moment: string | null): void }
}

export function createBoxContact({ now, memory }: ContactDeps): BoxContact {
  const listeners = new Set<() => void>()
  let last = memory.read()
  let isKept = last !== null
  let requests = 0
  let waiting: Waiting | null = null
  const become = (next: Waiting | null) => {
    waiting = next
    for (const listener of listeners) listener()
  }
  return {
    answered() {
      last = now()
      if (isKept) memory.write(null)
      isKept = false
    },
    lost() {
      last ??= now()
      if (!isKept) memory.write(last)
      isKept = true
    },
    startWaiting() {
      requests += 1
      return {
        count: () => become({ since: last ?? now(), attempts: (waiting?.attempts ?? 0) + 1 }),
        end() {
          requests -= 1
          if (requests === 0) become(null)
        },
      }
    },
    waiting: () => waiting,
    lastAnswer: () => last,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
