/** Replays as rows. Each stores its position, so that any process can continue it. */
import type { Selectable } from "kysely"
import type { HubTables, TenantRead, TenantWrite } from "../storage/index.ts"

export interface Replay {
  readonly id: string
  /** Null: every endpoint whose filter matches. */
  readonly endpointId: string | null
  readonly from: string
  readonly to: string
  readonly cursorAt: string
  readonly cursorId: string
  readonly total: number
  /** Events that it has processed. */
  readonly seen: number
  /** Deliveries that it has started. */
  readonly queued: number
  readonly endedAt: string | null
}

export interface EventKey {
  readonly key: string
  readonly type: string
  readonly createdAt: string
}

export async function insertReplay(
  tx: TenantWrite,
  { id, endpointId, from, to, total }: Pick<Replay, "id" | "endpointId" | "from" | "to" | "total">,
): Promise<void> {
  const start = { cursor_at: from, cursor_id: "", total, seen: 0, queued: 0, created_at: tx.now, ended_at: null }
  await tx.insert("replay", { replay_id: id, endpoint_id: endpointId, from_at: from, to_at: to, ...start }).execute()
}

export async function lockReplay(tx: TenantWrite, id: string): Promise<Replay | null> {
  const query = tx.select("replay").selectAll().where("replay_id", "=", id)
  const row = await tx.dialect.forUpdate(query).executeTakeFirst()
  return row ? toReplay(row) : null
}

export async function moveReplay(
  tx: TenantWrite,
  id: string,
  to: Pick<Replay, "cursorAt" | "cursorId" | "seen" | "queued"> & { ended: boolean },
): Promise<void> {
  await tx
    .update("replay")
    .set({
      cursor_at: to.cursorAt,
      cursor_id: to.cursorId,
      seen: to.seen,
      queued: to.queued,
      ended_at: to.ended ? tx.now : null,
    })
    .where("replay_id", "=", id)
    .execute()
}

export async function countEvents(scope: TenantRead, { from, to }: { from: string; to: string }): Promise<number> {
  const row = await scope
    .select("event")
    .select((select) => select.fn.countAll().as("count"))
    .where("created_at", ">=", from)
    .where("created_at", "<=", to)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The next events of a replay, oldest first. */
export async function eventsAfter(scope: TenantRead, replay: Replay, limit: number): Promise<EventKey[]> {
  const { cursorAt, cursorId, to } = replay
  const rows = await scope
    .select("event")
    .select(["id", "type", "created_at"])
    .where("created_at", ">=", cursorAt)
    .where((where) => where.or([where("created_at", ">", cursorAt), where("id", ">", cursorId)]))
    .where("created_at", "<=", to)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute()
  return rows.map(({ id, type, created_at: createdAt }) => ({ key: id, type, createdAt }))
}

function toReplay(row: Selectable<HubTables["replay"]>): Replay {
  return {
    id: row.replay_id,
    endpointId: row.endpoint_id,
    from: row.from_at,
    to: row.to_at,
    cursorAt: row.cursor_at,
    cursorId: row.cursor_id,
    total: Number(row.total),
    seen: Number(row.seen),
    queued: Number(row.queued),
    endedAt: row.ended_at,
  }
}
