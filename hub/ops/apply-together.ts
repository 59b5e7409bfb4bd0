/** Which ops of a store are taken in together, in as many statements as one: sales, what has become of them, and their documents. Sync asks for it inside the transaction of the batch. */
import type { Static, TSchema } from "typebox"
import type { UpKind } from "../../protocol/sync/ops.ts"
import { applyNewNumbered, createLinkAllFiscal } from "../fiscal/index.ts"
import type { Place } from "../fleet/index.ts"
import { applyKnownOrders, applyNewOrders } from "../orders/index.ts"
import { fence, type SystemWrite } from "../storage/index.ts"
import { type ApplyParts, Changed, Numbered } from "./apply-op.ts"

interface Told {
  readonly kind: string
  readonly body: unknown
}

/** Of ops that follow each other, each about another sale or its document: those that are done. The others go one by one. */
export type ApplyTogether = <Op extends Told>(
  scope: SystemWrite,
  place: Place,
  ops: readonly Op[],
) => Promise<ReadonlySet<Op>>

export function createApplyTogether({ store, ids, validator }: ApplyParts): ApplyTogether {
  const linkAllFiscal = createLinkAllFiscal(ids)
  const bodiesOf = <S extends TSchema>(ops: readonly Told[], asked: UpKind, shape: S) =>
    ops
      .filter(({ kind, body }) => kind === asked && validator.check(shape, body).length === 0)
      .map(({ body }) => body as Static<S>)
  return async (scope, place, ops) => {
    const tx = fence(scope, place, store.dialect)
    const documents = bodiesOf(ops, "fiscal.numbered", Numbered)
    const numbered = await applyNewNumbered(tx, place.storeId, documents)
    // A document comes before its order: where one is left, so is the other.
    const left = new Set(documents.filter((body) => !numbered.has(body)).map(({ record }) => record.orderId))
    const bodies = bodiesOf(ops, "order.changed", Changed).filter(({ order }) => !left.has(order.orderExternal))
    const changed = await applyKnownOrders(tx, place.storeId, { bodies, ids, linkAllFiscal })
    const fresh = bodies.filter((body) => !changed.has(body))
    const sold = await applyNewOrders(tx, place.storeId, { bodies: fresh, ids, linkAllFiscal })
    const done = new Set<unknown>([...numbered, ...changed, ...sold])
    return new Set(ops.filter(({ body }) => done.has(body)))
  }
}
