/** A parked op that a person lets in while its store speaks is one step of the store's line, as all that the store says: on PostgreSQL neither undoes the other. */
import { expect, it } from "vitest"
import { applyShift } from "../../../hub/cash/index.ts"
import { findShift } from "../../../hub/cash/shifts-store.ts"
import { fence, type TenantWrite } from "../../../hub/storage/index.ts"
import { addDeadLetter } from "../../../hub/sync/dead-letters-store.ts"
import { lockStoreLogs } from "../../../hub/sync/index.ts"
import type { Shift } from "../../../protocol/shapes/shift.ts"
import { postgresDialect } from "../../../runtime/storage/dialect.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openHub, STORE_ID } from "../../kit/line.ts"
import { meetWrite } from "../../kit/meet-step.ts"
import { anId, NOON, TENANT } from "../../kit/orders.ts"

const PLACE = { storeId: STORE_ID, ...TENANT }
const OPEN: Shift = {
  shiftId: anId(),
  storeId: STORE_ID,
  businessDayDate: "2026-11-21",
  terminalUid: "pos-1",
  operatorUid: "ana",
  operatorName: "Ana",
  currency: "USD",
  openingBalance: 50,
  openedAt: NOON,
  closedAt: null,
  withdrawals: [],
}

onPostgres((open) => {
  it("a dead letter that is applied during a store's operation does not undo it: a closed shift stays closed", async () => {
    const { store, sync } = await openHub(open, {
      applyUp: (scope, enrolled, { body }) =>
        applyShift(fence(scope, enrolled, postgresDialect), (body as { shift: Shift }).shift),
    })
    const key = { storeId: STORE_ID, epoch: anId(), seq: 1 }
    const op = { seq: 1, mark: "000000000001", kind: "shift.changed", at: NOON, body: { shift: OPEN } }
    await store.system.write((scope) => addDeadLetter(scope, PLACE, { epoch: key.epoch, op, reason: "NOT_NOW" }))
    const settled = await meetWrite(store, TENANT, {
      write: async (tx: TenantWrite) => {
        await lockStoreLogs(tx, [STORE_ID])
        await applyShift(tx, { ...OPEN, closedAt: NOON })
      },
      meet: () => sync.settleDeadLetter(key, "replayed"),
    })
    expect(settled).toEqual({ settled: true })
    expect((await store.read(TENANT, (scope) => findShift(scope, STORE_ID, OPEN.shiftId)))?.closedAt).toBe(NOON)
  })
})
