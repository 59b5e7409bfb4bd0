/** Tells stores that something waits for them: after the commit, and once for what is written in one moment. */
import { notify } from "../../protocol/mqtt/cloud.ts"
import type { Log } from "../../runtime/log.ts"

const COALESCE_MS = 20

/** How sync speaks: the embedded broker itself, or a connection to an external one. */
export interface Wire {
  /** Hub processes share what the stores say, so that two things that one store said may arrive in any order. */
  readonly isShared?: boolean
  publish(topic: string, payload: string): Promise<void>
  subscribe(filter: string, listen: (topic: string, payload: Uint8Array) => void): Promise<void>
}

export interface StoreNotifier {
  notify(storeId: string, head: number): void
  stop(): void
}

export function createStoreNotifier({ wire, log }: { wire: Wire; log: Log }): StoreNotifier {
  const heads = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  const tell = () => {
    timer = null
    for (const [storeId, head] of heads) {
      wire.publish(notify.topic({ storeId }), notify.encode({ head })).catch((error) => {
        log.debug({ err: error, storeId }, "a poke was not sent; the store polls")
      })
    }
    heads.clear()
  }
  return {
    notify(storeId, head) {
      heads.set(storeId, Math.max(head, heads.get(storeId) ?? 0))
      timer ??= setTimeout(tell, COALESCE_MS)
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
