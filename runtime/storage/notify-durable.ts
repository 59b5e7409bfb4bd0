/** Tells who has been committed once the disk has it: one sync at a time, and all that was committed meanwhile is the next one's. */
import { StoreUnavailable } from "./store-errors.ts"

/** Somebody who waits to be durable. */
export interface Member {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface DurableNotifier {
  /** Ends when the disk has nothing more to sync. */
  readonly running: Promise<void> | undefined
  /** Tells members that were committed once they are durable. */
  tell(members: readonly Member[]): void
  /** Resolves when all that was committed before is durable, or never will be; undefined when it is. */
  settling(): Promise<void> | undefined
  /** Throws when a sync has failed: what it left on the disk nobody knows. */
  assertTrusted(): void
}

/** `sync` is left out where a commit is durable by itself. */
export function createDurableNotifier(sync?: () => Promise<void>): DurableNotifier {
  let committed: Member[] = []
  let running: Promise<void> | undefined
  let current: Promise<void> | undefined
  let distrust: StoreUnavailable | undefined
  const syncOnce = async () => {
    if (distrust) return
    try {
      await sync?.()
    } catch (cause) {
      const message = `the SQLite file could not be synced: ${(cause as Error).message}`
      distrust = new StoreUnavailable(message, { committed: "unknown", cause })
    }
  }
  const tellAll = async () => {
    while (committed.length > 0) {
      const members = committed
      committed = []
      current = syncOnce()
      await current
      for (const { resolve, reject } of members) distrust ? reject(distrust) : resolve()
    }
    running = undefined
    current = undefined
  }
  const tell = (members: readonly Member[]) => {
    committed.push(...members)
    if (committed.length > 0) running ??= tellAll()
  }
  return {
    get running() {
      return running
    },
    tell(members) {
      if (sync) tell(members)
      else for (const member of members) member.resolve()
    },
    settling() {
      if (!running || committed.length === 0) return current
      return new Promise((resolve) => tell([{ resolve, reject: () => resolve() }]))
    },
    assertTrusted() {
      if (distrust) throw new StoreUnavailable(distrust.message, { committed: "no", cause: distrust })
    },
  }
}
