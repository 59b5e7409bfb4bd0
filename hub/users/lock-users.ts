/** Whoever changes people goes on alone: of two processes on one PostgreSQL neither would see what the other is about to write. */
import type { HubStore, SystemWrite } from "../storage/index.ts"

/** Of the whole hub: who signs in or opens a link has named no account yet. */
const ALONE = "people"

export function lockUsers<T>(store: HubStore, work: (scope: SystemWrite) => Promise<T>): Promise<T> {
  return store.system.write(async (scope) => {
    await store.dialect.alone(scope.db, ALONE)
    return work(scope)
  })
}
