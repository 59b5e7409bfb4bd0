/** Which room takes in which op of a store; sync asks for it inside the transaction of the batch. */

import type { Ids } from "../protocol/runtime/ids.ts"
import type { BusinessDay } from "../protocol/shapes/business-day.ts"
import type { CashReconciliation } from "../protocol/shapes/cash-close.ts"
import type { Component } from "../protocol/shapes/heartbeat.ts"
import type { UpKind } from "../protocol/sync/ops.ts"
import { applyCash } from "./cash/index.ts"
import { applyDay } from "./day/index.ts"
import type { Place } from "./fleet/index.ts"
import { applyBeat } from "./health/index.ts"
import type { OrderChangedBody } from "./orders/index.ts"
import { applyOrderChanged } from "./orders/index.ts"
import { fence, type HubStore, type SystemWrite, type TenantWrite } from "./storage/index.ts"

type Apply = (tx: TenantWrite, storeId: string, body: never) => Promise<string | null>

/** Answers why the op can never apply, for it to be parked; null once it has. */
export type ApplyOp = (scope: SystemWrite, place: Place, op: { kind: string; body: unknown }) => Promise<string | null>

export function createApplyOp({ store, ids }: { store: Pick<HubStore, "dialect">; ids: Ids }): ApplyOp {
  const rooms = {
    "order.changed": (tx, storeId, body: OrderChangedBody) => applyOrderChanged(tx, storeId, { body, ids }),
    "cash.closed": (tx, storeId, { record }: { record: CashReconciliation }) => applyCash(tx, storeId, record),
    "day.opened": (tx, storeId, { day }: { day: BusinessDay }) => applyDay(tx, storeId, day),
    "day.closed": (tx, storeId, { day }: { day: BusinessDay }) => applyDay(tx, storeId, day),
    "component.beat": (tx, storeId, { beat }: { beat: Component }) => applyBeat(tx, storeId, beat),
  } satisfies Record<UpKind, Apply>
  return async (scope, place, op) => {
    const apply = Object.hasOwn(rooms, op.kind) ? rooms[op.kind as UpKind] : undefined
    if (!apply) return `UNKNOWN_KIND: ${op.kind}`
    return (apply as Apply)(fence(scope, place, store.dialect), place.storeId, op.body as never)
  }
}
