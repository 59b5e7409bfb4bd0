/** The lease of the process that watches for outages: one row with a fencing token and the time since which the hub has been listening. */

import { toMs } from "../../protocol/time.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"

const NAME = "components"
/** The lease after the holder's last check. */
const LEASE_MS = 45_000
/** A mark that is further away, before or after, means that the hub was down, or that its clock was set. */
const ABSENCE_MS = 90_000

export interface WatchLease {
  readonly fence: number
  readonly listeningSince: string | null
  /** The clock has gone back since the mark. */
  readonly setBack: boolean
}

/**
 * Takes the lease for the caller's transaction. The row stays locked until the commit, so two processes never check at once, and one that lost the
 * lease finds another holder. Null while another process has it.
 */
export async function takeLease(scope: SystemWrite, dialect: Dialect, holder: string): Promise<WatchLease | null> {
  const { db, now } = scope
  const first = { holder, fence: 0, lease_until: now, alive_at: now, listening_since: now }
  await db
    .insertInto("health_watch")
    .values({ name: NAME, ...first })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await dialect
    .forUpdate(db.selectFrom("health_watch").selectAll().where("name", "=", NAME))
    .executeTakeFirstOrThrow()
  const left = toMs(row.lease_until) - toMs(now)
  // A lease that ends far too late was written by a clock that has been set back since; one that ends a little later, by a process that came first.
  if (row.holder !== holder && left > 0 && left <= LEASE_MS + ABSENCE_MS) return null
  const gap = toMs(now) - toMs(row.alive_at)
  const listeningSince = Math.abs(gap) > ABSENCE_MS ? now : row.listening_since
  const fence = Number(row.fence) + (row.holder === holder ? 0 : 1)
  const lease_until = new Date(toMs(now) + LEASE_MS).toISOString()
  await db
    .updateTable("health_watch")
    .set({ holder, fence, lease_until, alive_at: now, listening_since: listeningSince })
    .where("name", "=", NAME)
    .execute()
  return { fence, listeningSince, setBack: gap < -ABSENCE_MS }
}

/** Since when the hub has been listening without a break. If the mark is too old, since now. */
export async function listeningSince({ db, now }: SystemRead | SystemWrite): Promise<string | null> {
  const query = (db as SystemRead["db"]).selectFrom("health_watch").select(["alive_at", "listening_since"])
  const row = await query.where("name", "=", NAME).executeTakeFirst()
  if (!row) return now
  return Math.abs(toMs(now) - toMs(row.alive_at)) > ABSENCE_MS ? now : row.listening_since
}

/** Lets another process take the lease at once. */
export async function releaseLease({ db, now }: SystemWrite, holder: string): Promise<void> {
  await db
    .updateTable("health_watch")
    .set({ lease_until: now })
    .where("name", "=", NAME)
    .where("holder", "=", holder)
    .execute()
}
