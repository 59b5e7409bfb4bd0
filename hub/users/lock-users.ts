/** Changes of users run one at a time: two processes on one PostgreSQL would not see each other's uncommitted changes. */
import type { HubStore, SystemWrite } from "../storage/index.ts"

/** One lock for the whole hub, because a sign-in or a link does not name an account. */
const ALONE = "people"

export function lockUsers<T>(store: HubStore, work: (scope: SystemWrite) => Promise<T>): Promise<T> {
  return store.system.write(async (scope) => {
    await store.dialect.alone(scope.db, ALONE)
    return work(scope)
  })
}
