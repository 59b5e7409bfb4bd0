/** Who wants to know that something was committed: listeners by topic. A wake may come in vain, and may be lost; who listens looks at its table. */
import type { Log } from "../log.ts"

export interface Notifications {
  /** Calls back for each wake of the topic from now on; the answer ends that. */
  listen(topic: string, listener: () => void): () => void
  wake(topic: string): void
}

export function createNotifications(log: Log): Notifications {
  const listeners = new Map<string, Set<() => void>>()
  return {
    listen(topic, listener) {
      const those = listeners.get(topic) ?? new Set()
      listeners.set(topic, those.add(listener))
      return () => void those.delete(listener)
    },
    wake(topic) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener()
        } catch (error) {
          log.error({ err: error, topic }, "a listener threw when it was woken")
        }
      }
    },
  }
}
