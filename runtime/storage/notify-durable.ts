/** Resolves committed writes after the disk has been synced. One sync runs at a time; commits meanwhile wait for the next one. */
import { StoreUnavailable } from "./store-errors.ts"

/** A committed write that waits until it is durable. */
export interface Member {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface DurableNotifier {
  /** Resolves when nothing is left to sync; undefined if no sync runs. */
  readonly running: Promise<void> | undefined
  /** Resolves the members after the next sync, or rejects them if it fails. */
  settle(members: readonly Member[]): void
  /** Resolves when earlier commits are durable or have failed; undefined if none is waiting. */
  settling(): Promise<void> | undefined
  /** Throws StoreUnavailable after a failed sync, because the state of the disk is unknown. */
  assertTrusted(): void
}

/** Without `sync`, commits count as durable at once. */
export function createDurableNotifier(sync?: () => Promise<void>): DurableNotifier {
  let committed: Member[] = []
  let running: Promise<void> | undefined
  let current: Promise<void> | undefined
  let syncError: StoreUnavailable | undefined
  const syncOnce = async () => {
    if (syncError) return
    try {
      await sync?.()
    } catch (cause) {
      const message = `the SQLite file could not be synced: ${(cause as Error).message}`
      syncError = new StoreUnavailable(message, { committed: "unknown", cause })
    }
  }
  const settleAll = async () => {
    while (committed.length > 0) {
      const members = committed
      committed = []
      current = syncOnce()
      await current
      for (const { resolve, reject } of members) syncError ? reject(syncError) : resolve()
    }
    running = undefined
    current = undefined
  }
  const enqueue = (members: readonly Member[]) => {
    committed.push(...members)
    if (committed.length > 0) running ??= settleAll()
  }
  return {
    get running() {
      return running
    },
    settle(members) {
      if (sync) enqueue(members)
      else for (const member of members) member.resolve()
    },
    settling() {
      if (!running || committed.length === 0) return current
      return new Promise((resolve) => enqueue([{ resolve, reject: () => resolve() }]))
    },
    assertTrusted() {
      if (syncError) throw new StoreUnavailable(syncError.message, { committed: "no", cause: syncError })
    },
  }
}
