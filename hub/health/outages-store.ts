/** Outages: a component has at most one open one. Ended ones stay as its history. */
import type { SystemWrite, TenantWrite } from "../storage/index.ts"

export interface Outage {
  readonly outageId: string
  readonly componentId: string
  readonly componentType: string
  readonly storeId: string
  readonly startedAt: string
  readonly declaredAt: string
  readonly endedAt: string | null
  readonly endReason: "heard" | "retired" | null
  /** For a box: how many devices are unknown while it is silent. */
  readonly behind: number
  /** The store cut the connection itself, for an outage test. */
  readonly drill: boolean
}

export async function insertOutage(tx: TenantWrite, outage: Outage): Promise<void> {
  const row = {
    outage_id: outage.outageId,
    store_id: outage.storeId,
    component_id: outage.componentId,
    component_type: outage.componentType,
    started_at: outage.startedAt,
    declared_at: outage.declaredAt,
    ended_at: outage.endedAt,
    end_reason: outage.endReason,
    behind: outage.behind,
    drill: outage.drill ? 1 : 0,
  }
  await tx.insert("component_outage", row).execute()
}

/** The newest outage, open or ended. */
export async function latestOutage(tx: TenantWrite, componentId: string): Promise<Outage | null> {
  const query = tx.selectAcrossVendors("component_outage").selectAll().where("component_id", "=", componentId)
  const row = await query.orderBy("started_at", "desc").limit(1).executeTakeFirst()
  return row ? toOutage(row) : null
}

export async function endOutage({ db }: SystemWrite, outage: Outage): Promise<void> {
  await db
    .updateTable("component_outage")
    .set({ started_at: outage.startedAt, ended_at: outage.endedAt, end_reason: outage.endReason })
    .where("outage_id", "=", outage.outageId)
    .execute()
}

export async function markOutageTest({ db }: SystemWrite, outageId: string): Promise<void> {
  await db.updateTable("component_outage").set({ drill: 1 }).where("outage_id", "=", outageId).execute()
}

interface Row {
  readonly outage_id: string
  readonly store_id: string
  readonly component_id: string
  readonly component_type: string
  readonly started_at: string
  readonly declared_at: string
  readonly ended_at: string | null
  readonly end_reason: string | null
  readonly behind: number
  readonly drill: number
}

export function toOutage(row: Row): Outage {
  return {
    outageId: row.outage_id,
    componentId: row.component_id,
    componentType: row.component_type,
    storeId: row.store_id,
    startedAt: row.started_at,
    declaredAt: row.declared_at,
    endedAt: row.ended_at,
    endReason: row.end_reason as Outage["endReason"],
    behind: Number(row.behind),
    drill: Number(row.drill) === 1,
  }
}
