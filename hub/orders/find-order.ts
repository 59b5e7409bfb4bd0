/** Finds the one order that a reference means (decisions §3: through the vendors of the key's account). */
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { TenantRead } from "../storage/index.ts"
import { findReferences } from "./orders-store.ts"

/** A match only in another vendor is nobody's business: 404. One here and another anywhere is 409. */
export async function resolveOrder(
  scope: TenantRead,
  reference: string,
): Promise<string | Refusal<"NOT_FOUND" | "CONFLICT">> {
  const found = await findReferences(scope, reference)
  const own = found.find((one) => one.vendorId === scope.tenant.vendorId)
  if (!own) return refuse("NOT_FOUND", `There is no order ${reference}.`)
  if (found.length === 1) return own.orderId
  return refuse("CONFLICT", `More than one order answers to ${reference}; ask by its UUID.`, {
    data: { matches: found.length },
  })
}
