/** Finds the order that a reference names, also in other vendors of the key's account (docs/contract/orders.md#get-an-order). */
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { TenantRead } from "../storage/index.ts"
import { findReferences, type Referred } from "./references-store.ts"

export type NoOrder = Refusal<"NOT_FOUND" | "CONFLICT">

export async function resolveOrder(scope: TenantRead, reference: string): Promise<string | NoOrder> {
  const found = (await resolveOrders(scope, [reference]))(reference)
  return isRefusal(found) ? found : found.orderId
}

/** Resolves many references. */
export async function resolveOrders(
  scope: TenantRead,
  references: readonly string[],
): Promise<(reference: string) => Referred | NoOrder> {
  const findAll = await findReferences(scope, references)
  return (reference) => theOne(scope, reference, findAll(reference))
}

/** A match only at another vendor is a 404, so that nothing is revealed. A match here and another elsewhere is a 409. */
function theOne({ tenant }: TenantRead, reference: string, found: readonly Referred[]): Referred | NoOrder {
  const own = found.find((one) => one.vendorId === tenant.vendorId)
  if (!own) return refuse("NOT_FOUND", `There is no order ${reference}.`)
  if (found.length === 1) return own
  return refuse("CONFLICT", `More than one order answers to ${reference}; ask by its UUID.`, {
    data: { matches: found.length },
  })
}
