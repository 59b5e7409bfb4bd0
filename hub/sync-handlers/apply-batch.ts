/** Which ops of a store are taken in together, in as many statements as one: sales, what has become of them, and their documents. Sync asks for it inside the transaction of the batch. */
import type { UpKind } from "../../protocol/sync/ops.ts"
import type { EnrolledStore } from "../enrolment/index.ts"
import { applyNewNumbered, createLinkAllFiscal } from "../fiscal/index.ts"
import { applyKnownOrders, applyNewOrders } from "../orders/index.ts"
import { fence, type SystemWrite } from "../storage/index.ts"
import type { ApplyDeps } from "./apply-op.ts"
import { OP_SHAPES, type OpBody } from "./op-shapes.ts"
import { type CheckedOp, verifyOwnership } from "./verify-ownership.ts"

interface Told {
  readonly kind: string
  readonly body: unknown
}

/** Of ops that follow each other, each about another sale or its document: those that are done. The others go one by one. */
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
    // A document comes before its order: where one is left, so is the other.
    const left = new Set(documents.filter((body) => !numbered.has(body)).map(({ record }) => record.orderId))
    const bodies = bodiesOf("order.changed").filter(({ order }) => !left.has(order.orderExternal))
    const changed = await applyKnownOrders(tx, { bodies, ids, linkAllFiscal })
    const fresh = bodies.filter((body) => !changed.has(body))
    const sold = await applyNewOrders(tx, { bodies: fresh, ids, linkAllFiscal })
    const done = new Set<unknown>([...numbered, ...changed, ...sold])
    return new Set(ops.filter(({ body }) => done.has(body)))
  }
}
