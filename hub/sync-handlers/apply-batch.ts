/**
 * Applies many operations of a store in as few statements as one: new orders, changed orders and their fiscal documents. Sync calls it in the
 * transaction of the batch.
 */
import type { UpKind } from "../../protocol/sync/ops.ts"
import { applyNewNumbered, createLinkAllFiscal } from "../fiscal/index.ts"
import { applyKnownOrders, applyNewOrders } from "../orders/index.ts"
import { fence, type SystemWrite } from "../storage/index.ts"
import type { EnrolledStore } from "../tenants/index.ts"
import type { ApplyDeps } from "./apply-op.ts"
import { OP_SHAPES, type OpBody } from "./op-shapes.ts"
import { type CheckedOp, verifyOwnership } from "./verify-ownership.ts"

interface Told {
  readonly kind: string
  readonly body: unknown
}

/** Returns the operations that were applied. The caller applies the others one by one. No two operations concern the same order or document. */
export type ApplyBatch = <Op extends Told>(
  scope: SystemWrite,
  store: EnrolledStore,
  ops: readonly Op[],
) => Promise<ReadonlySet<Op>>

export function createApplyBatch({ store, ids, validator }: ApplyDeps): ApplyBatch {
  const linkAllFiscal = createLinkAllFiscal(ids)
  const isSound = <Op extends Told>(op: Op): op is Op & CheckedOp =>
    (op.kind === "fiscal.numbered" || op.kind === "order.changed") &&
    validator.check(OP_SHAPES[op.kind], op.body).length === 0
  return async (scope, place, ops) => {
    const tx = fence(scope, place, store.dialect)
    const sound = ops.filter((op) => isSound(op))
    const foreign = await verifyOwnership(tx, place.storeId, sound)
    const bodiesOf = <Kind extends UpKind>(kind: Kind) =>
      sound.filter((op) => op.kind === kind && !foreign.has(op)).map(({ body }) => body as OpBody<Kind>)
    const documents = bodiesOf("fiscal.numbered")
    const numbered = await applyNewNumbered(tx, documents)
    // A document comes before its order. If the document was not applied here, its order must wait too.
    const left = new Set(documents.filter((body) => !numbered.has(body)).map(({ record }) => record.orderId))
    const bodies = bodiesOf("order.changed").filter(({ order }) => !left.has(order.orderExternal))
    const changed = await applyKnownOrders(tx, { bodies, ids, linkAllFiscal })
    const fresh = bodies.filter((body) => !changed.has(body))
    const sold = await applyNewOrders(tx, { bodies: fresh, ids, linkAllFiscal })
    const done = new Set<unknown>([...numbered, ...changed, ...sold])
    return new Set(ops.filter(({ body }) => done.has(body)))
  }
}
