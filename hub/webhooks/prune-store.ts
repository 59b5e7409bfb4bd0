/** Removes old rows: undelivered deliveries become `expired`, then their events are deleted, in batches. */
import type { SystemRead, SystemWrite } from "../storage/index.ts"

const UNDELIVERED = ["waiting", "held", "dead"] as const

export interface Expired {
  readonly endpointId: string
  readonly count: number
}

/** Marks the oldest undelivered ones. Returns how many for each endpoint, because an event is never dropped silently. */
export async function expireDeliveries(
  { db, now }: SystemWrite,
  { before, limit }: { before: string; limit: number },
): Promise<Expired[]> {
  const counts = new Map<string, number>()
  for (const status of UNDELIVERED) {
    const old = db
      .selectFrom("delivery")
      .select("delivery_id")
      .where("status", "=", status)
      .where("created_at", "<", before)
      .limit(limit)
    const why = { status: "expired", last_error: "not taken before its event grew too old", updated_at: now }
    const expired = db
      .updateTable("delivery")
      .set(why)
      .where("delivery_id", "in", old)
      // One that was delivered meanwhile keeps its status.
      .where("status", "=", status)
    for (const row of await expired.returning("endpoint_id").execute())
      counts.set(row.endpoint_id, (counts.get(row.endpoint_id) ?? 0) + 1)
  }
  return [...counts].map(([endpointId, count]) => ({ endpointId, count }))
}

export async function oldEvents(
  { db }: SystemRead,
  { before, limit }: { before: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("event")
    .select("id")
    .where("created_at", "<", before)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes events with their deliveries. An expired delivery remains until it is old itself. */
export async function removeEvents({ db }: SystemWrite, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = await db
    .selectFrom("delivery")
    .select(["delivery_id", "status"])
    .where("event_key", "in", keys)
    .execute()
  await removeDeliveries(
    { db },
    rows.filter((row) => row.status !== "expired").map((row) => row.delivery_id),
  )
  await db.deleteFrom("event").where("id", "in", keys).execute()
}

export async function removeExpired(
  { db }: SystemWrite,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const rows = await db
    .selectFrom("delivery")
    .select("delivery_id")
    .where("status", "=", "expired")
    .where("created_at", "<", before)
    .limit(limit)
    .execute()
  await removeDeliveries(
    { db },
    rows.map((row) => row.delivery_id),
  )
  return rows.length
}

export async function removeReplays({ db }: SystemWrite, before: string): Promise<void> {
  await db.deleteFrom("replay").where("created_at", "<", before).execute()
}

async function removeDeliveries({ db }: Pick<SystemWrite, "db">, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom("delivery_attempt").where("delivery_id", "in", keys).execute()
  await db.deleteFrom("delivery").where("delivery_id", "in", keys).execute()
}
