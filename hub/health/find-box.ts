/** A store's box as a component, and what it means for the devices that it speaks for. */
import type { Question } from "../../protocol/rules/health/component-states.ts"
import { boxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import type { TenantRead } from "../storage/index.ts"
import { findComponent } from "./components-store.ts"

/** Null for a store whose box has never been heard. */
export async function findBox(scope: TenantRead, storeId: string): Promise<NonNullable<Question["box"]> | null> {
  const box = await findComponent(scope, boxComponentId(storeId))
  if (!box) return null
  const isDown = box.life.state === "down" || box.life.state === "retired"
  return { lastBeatAt: box.life.lastBeatAt, isDown, resumedAt: box.resumedAt }
}

/** When the store's box said that it was started; null while it has not been heard. */
export async function readStartedAt(scope: TenantRead, storeId: string): Promise<unknown> {
  const box = await findComponent(scope, boxComponentId(storeId))
  return box?.beat.details?.startedAt ?? null
}
