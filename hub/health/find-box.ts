/** Finds a store's box as a component. Its state matters for the devices that it reports. */
import type { ComponentStateInput } from "../../protocol/rules/health/component-states.ts"
import { boxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import type { TenantRead } from "../storage/index.ts"
import { findComponent } from "./components-store.ts"

/** Null for a store whose box has never sent a heartbeat. */
export async function findBox(
  scope: TenantRead,
  storeId: string,
): Promise<NonNullable<ComponentStateInput["box"]> | null> {
  const box = await findComponent(scope, boxComponentId(storeId))
  if (!box) return null
  const isDown = box.life.state === "down" || box.life.state === "retired"
  return { lastBeatAt: box.life.lastBeatAt, isDown, resumedAt: box.resumedAt }
}

/** When the store's box started, as it reported; null before its first report. */
export async function readStartedAt(scope: TenantRead, storeId: string): Promise<unknown> {
  const box = await findComponent(scope, boxComponentId(storeId))
  return box?.beat.details?.startedAt ?? null
}
