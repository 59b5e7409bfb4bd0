/** Finds the one order that a reference means (docs/contract/orders.md#get-an-order: through the vendors of the key's account). */
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { TenantRead } from "../storage/index.ts"
import { findReferences, type Referred } from "./references-store.ts"

export type NoOrder = Refusal<"NOT_FOUND" | "CONFLICT">

export async function resolveOrder(scope: TenantRead, reference: string): Promise<string | NoOrder> {
  const found = (await resolveOrders(scope, [reference]))(reference)
  return isRefusal(found) ? found : found.orderId
}

/** Many of them: what each of these references means. */
export async function resolveOrders(
  scope: TenantRead,
  references: readonly string[],
): Promise<(reference: string) => Referred | NoOrder> {
  const findAll = await findReferences(scope, references)
  return (reference) => theOne(scope, reference, findAll(reference))
}

/** A match only in another vendor is nobody's business: 404. One here and another anywhere is 409. */
function theOne({ tenant }: TenantRead, reference: string, found: readonly Referred[]): Referred | NoOrder {
  const own = found.find((one) => one.vendorId === tenant.vendorId)
  if (!own) return refuse("NOT_FOUND", `There is no order ${reference}.`)
  if (found.length === 1) return own
  return refuse("CONFLICT", `More than one order answers to ${reference}; ask by its UUID.`, {
    data: { matches: found.length },
  })
}
