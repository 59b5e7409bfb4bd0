/** Collects in memory when stores were last seen, and writes it now and then: most polls change nothing else. */
import type { HubStore } from "../storage/index.ts"
import { saveLastSeen } from "./sync-state-store.ts"

/** The rows may be this much behind. */
export const WRITTEN_EVERY_MS = 30_000

export interface LastSeen {
  /** `heardAt`: an ISO moment on the hub's clock. If the process dies before writing, the store's next poll within a minute corrects it. */
  note(storeId: string, heardAt: string): void
  write(): Promise<void>
}

/** `onFirst` is called when there is something to write again. */
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
