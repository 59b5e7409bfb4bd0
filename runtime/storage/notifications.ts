/** Listeners by topic, notified after commits. A notification may be superfluous or get lost, so listeners also read their tables. */
import type { Log } from "../log.ts"

export interface Notifications {
  /** Calls back for each notification of the topic; the returned function unsubscribes. */
  listen(topic: string, listener: () => void): () => void
  notify(topic: string): void
}

export function createNotifications(log: Log): Notifications {
  const listeners = new Map<string, Set<() => void>>()
  return {
    listen(topic, listener) {
      const topicListeners = listeners.get(topic) ?? new Set()
      listeners.set(topic, topicListeners.add(listener))
      return () => void topicListeners.delete(listener)
    },
    notify(topic) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener()
        } catch (error) {
          log.error({ err: error, topic }, "a listener threw")
        }
      }
    },
  }
}
