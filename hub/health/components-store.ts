/** The components of an account: the last heartbeat that counted, and the state of each. */
import { sql } from "kysely"
import type { Life, LifeState } from "../../protocol/rules/health/component-states.ts"
import type { AnyComponentType, StoredHeartbeat } from "../../protocol/shapes/heartbeat.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { createStatement } from "../../runtime/storage/statement.ts"
import type { HubTables, SystemRead, SystemWrite, TenantRead, TenantWrite } from "../storage/index.ts"

export interface StoredComponent {
  readonly componentId: string
  readonly accountId: string
  readonly vendorId: string
  readonly storeId: string
  readonly componentType: AnyComponentType
  readonly via: "hub" | "box"
  readonly life: Life
  readonly status: "online" | "degraded"
  readonly firstBeatAt: string
  readonly sentAt: string | null
  /** For a box: when it returned from its last silence. */
  readonly resumedAt: string | null
  readonly lookAt: string
  readonly beat: StoredHeartbeat
}

/** Locks a component until the commit. Its id is unique in its account, whichever vendor's key sends its heartbeats. */
export async function lockComponent(tx: TenantWrite, componentId: string): Promise<StoredComponent | null> {
  const query = tx.selectAcrossVendors("component").selectAll().where("component_id", "=", componentId)
  const row = await tx.dialect.forUpdate(query).executeTakeFirst()
  return row ? toStoredComponent(row) : null
}

export async function findComponent(scope: TenantRead, componentId: string): Promise<StoredComponent | null> {
  const query = scope.selectAcrossVendors("component").selectAll().where("component_id", "=", componentId)
  const row = await query.executeTakeFirst()
  return row ? toStoredComponent(row) : null
}

export async function saveComponent({ system: { db } }: TenantWrite, kept: StoredComponent): Promise<void> {
  const { account_id, component_id, first_beat_at, ...rest } = toRow(kept)
  await db
    .insertInto("component")
    .values({ account_id, component_id, first_beat_at, ...rest })
    .onConflict((conflict) => conflict.columns(["account_id", "component_id"]).doUpdateSet(rest))
    .execute()
}

/** The watcher's decision about a component. */
export async function setLife(scope: SystemWrite, kept: StoredComponent, to: { state: LifeState; lookAt: string }) {
  await scope.db
    .updateTable("component")
    .set({ state: to.state, look_at: to.lookAt })
    .where("account_id", "=", kept.accountId)
    .where("component_id", "=", kept.componentId)
    .execute()
}

/** Components that are due for a check, soonest first. Those that a heartbeat has locked are skipped. */
export async function dueComponents(
  { db, now }: SystemWrite,
  dialect: Dialect,
  limit: number,
): Promise<StoredComponent[]> {
  const due = db.selectFrom("component").selectAll().where("look_at", "<=", now).orderBy("look_at").limit(limit)
  return (await dialect.forUpdateSkipLocked(due).execute()).map(toStoredComponent)
}

/** Changes the state of devices that a store's box reports. Returns how many there were. */
export async function moveBehindBox(
  scope: SystemWrite,
  storeId: string,
  move: { from: LifeState; to: LifeState; lookAt: string },
) {
  const result = await scope.db
    .updateTable("component")
    .set({ state: move.to, look_at: move.lookAt })
    .where("store_id", "=", storeId)
    .where("via", "=", "box")
    .where("state", "=", move.from)
    .where("component_type", "<>", "appliance")
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** After the hub's clock was set back: clears heartbeat times in the future and makes every component due. */
export async function lookAgainAtAll({ db, now }: SystemWrite): Promise<void> {
  await db.updateTable("component").set({ last_beat_at: now }).where("last_beat_at", ">", now).execute()
  await db
    .updateTable("component")
    .set({ look_at: now })
    .where("look_at", ">", now)
    .where("state", "<>", "retired")
    .execute()
}

/** A heartbeat that only renews its component's last contact. */
export interface Touch {
  readonly accountId: string
  readonly componentId: string
  readonly storeId: string
  readonly componentType: string
  readonly via: "hub" | "box"
  readonly status: string
  /** By the hub's clock. */
  readonly at: string
  readonly hour: string
  /** No outage can lie between a heartbeat since then and this one. */
  readonly freshFrom: string
  /** In UTC; empty when the heartbeat has none. */
  readonly sentAt: string
  /** The new mark; empty to keep the old one. */
  readonly mark: string
  readonly toldSeconds: number
  readonly record: string
}

/**
 * One statement for the usual heartbeat. False when the component is new, was silent, changes its status, store or interval, ends its trial, or
 * has a later heartbeat: then `apply-heartbeat.ts` decides.
 */
export async function touchComponent({ db }: SystemWrite, touch: Touch): Promise<boolean> {
  return (await touched(db, touch)).numAffectedRows === 1n
}

const touched = createStatement(
  (_db, at: Touch) => sql`
  UPDATE component SET last_beat_at = ${at.at}, record = ${at.record}, patience_seconds = told_seconds,
    sent_at = CASE WHEN ${at.mark} = '' THEN sent_at ELSE ${at.mark} END
  WHERE account_id = ${at.accountId} AND component_id = ${at.componentId}
    AND store_id = ${at.storeId} AND component_type = ${at.componentType} AND via = ${at.via}
    AND status = ${at.status} AND told_seconds = ${at.toldSeconds}
    AND last_beat_at >= ${at.freshFrom} AND last_beat_at <= ${at.at}
    AND (state = 'watched' OR (state = 'trial' AND trial_hour = ${at.hour}))
    AND (sent_at IS NULL OR ${at.sentAt} = '' OR sent_at <= ${at.sentAt})`,
)

export async function countStates({ db }: SystemRead): Promise<{ state: string; count: number }[]> {
  const query = db
    .selectFrom("component")
    .select(["state", (count) => count.fn.countAll().as("count")])
    .groupBy("state")
  return (await query.execute()).map(({ state, count }) => ({ state, count: Number(count) }))
}

type ComponentRow = HubTables["component"]

export function toStoredComponent(row: ComponentRow): StoredComponent {
  return {
    componentId: row.component_id,
    accountId: row.account_id,
    vendorId: row.vendor_id,
    storeId: row.store_id,
    componentType: row.component_type as AnyComponentType,
    via: row.via as StoredComponent["via"],
    life: {
      state: row.state as LifeState,
      trialHour: row.trial_hour,
      lastBeatAt: row.last_beat_at,
      toldSeconds: Number(row.told_seconds),
      patienceSeconds: Number(row.patience_seconds),
    },
    status: row.status as StoredComponent["status"],
    firstBeatAt: row.first_beat_at,
    sentAt: row.sent_at,
    resumedAt: row.resumed_at,
    lookAt: row.look_at,
    beat: JSON.parse(row.record),
  }
}

function toRow(kept: StoredComponent): ComponentRow {
  const { life } = kept
  return {
    account_id: kept.accountId,
    component_id: kept.componentId,
    vendor_id: kept.vendorId,
    store_id: kept.storeId,
    component_type: kept.componentType,
    via: kept.via,
    state: life.state,
    status: kept.status,
    trial_hour: life.trialHour,
    first_beat_at: kept.firstBeatAt,
    last_beat_at: life.lastBeatAt,
    sent_at: kept.sentAt,
    told_seconds: life.toldSeconds,
    patience_seconds: life.patienceSeconds,
    resumed_at: kept.resumedAt,
    look_at: kept.lookAt,
    record: JSON.stringify(kept.beat),
  }
}
