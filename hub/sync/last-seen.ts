/** When stores were last heard, gathered in memory and written together: most polls bring nothing else that would have to be written. */
import type { HubStore } from "../storage/index.ts"
import { saveLastSeen } from "./sync-state-store.ts"

/** So much older than the truth may be what the hub's rows say of it. */
export const WRITTEN_EVERY_MS = 30_000

export interface LastSeen {
  /** `heardAt`: an ISO moment on the hub's clock. What a process has not written is lost with it, and heard again within a minute. */
  note(storeId: string, heardAt: string): void
  write(): Promise<void>
}

/** `onFirst`: there is something to write again. */
export function createLastSeen({ store, onFirst }: { store: HubStore; onFirst: () => void }): LastSeen {
  let heard = new Map<string, string>()
  return {
    note(storeId, heardAt) {
      heard.set(storeId, heardAt)
      if (heard.size === 1) onFirst()
    },
    async write() {
      if (heard.size === 0) return
      const noted = heard
      heard = new Map()
      await store.system.write((scope) => saveLastSeen(scope, store.dialect, noted))
    },
  }
}
