/** The last beat that counted of each component of an account. */
import type { Component } from "../../protocol/shapes/heartbeat.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

/** A component is named within its account, whichever vendor's key it beats with. */
export async function findComponent(scope: TenantRead, componentId: string): Promise<Component | null> {
  const query = scope.selectAcrossVendors("component").select("record").where("component_id", "=", componentId)
  const row = await query.executeTakeFirst()
  return row ? JSON.parse(row.record) : null
}

export async function saveComponent(tx: TenantWrite, component: Component): Promise<void> {
  const row = {
    vendor_id: component.vendorId,
    store_id: component.storeId,
    component_type: component.componentType,
    last_beat_at: component.lastBeatAt,
    record: JSON.stringify(component),
  }
  await tx
    .insert("component", { component_id: component.componentId, ...row })
    .onConflict((conflict) => conflict.columns(["account_id", "component_id"]).doUpdateSet(row))
    .execute()
}
