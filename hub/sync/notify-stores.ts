/** Notifies stores after a commit that operations wait for them, once for all that was written within 20 ms. */
import { notify } from "../../protocol/mqtt/cloud.ts"
import type { Log } from "../../runtime/log.ts"

const COALESCE_MS = 20

/** The connection of sync to MQTT: the embedded broker, or a client of an external one. */
export interface Wire {
  /** Several hub processes share the subscription, so messages of one store may arrive in any order. */
  readonly isShared?: boolean
  publish(topic: string, payload: string): Promise<void>
  subscribe(filter: string, listen: (topic: string, payload: Uint8Array) => void): Promise<void>
}

interface StoreNotifier {
  notify(storeId: string, head: number): void
  stop(): void
}

export function createStoreNotifier({ wire, log }: { wire: Wire; log: Log }): StoreNotifier {
  const heads = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  const publish = () => {
    timer = null
    for (const [storeId, head] of heads) {
      wire.publish(notify.topic({ storeId }), notify.encode({ head })).catch((error) => {
        log.debug({ err: error, storeId }, "a notification was not sent; the store polls")
      })
    }
    heads.clear()
  }
  return {
    notify(storeId, head) {
      heads.set(storeId, Math.max(head, heads.get(storeId) ?? 0))
      timer ??= setTimeout(publish, COALESCE_MS)
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
