/** Creates an order for the legacy aggregator family: the same order in another request format. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { legacyCreate } from "../../protocol/http/legacy.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { toInjection, toLegacyOrder, toLegacyRefusal } from "../../protocol/rules/orders/legacy-order.ts"
import type { OrderInjection } from "../../protocol/shapes/injection.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import type { ReadMethods } from "../tenants/index.ts"
import { type CreateOrdersDeps, createOrders } from "./create-orders.ts"

export const createLegacyOrderHandler =
  (creating: CreateOrdersDeps & { store: HubStore; readMethods: ReadMethods }): Handler<typeof legacyCreate> =>
  ({ body, caller }) =>
    creating.store.write(caller, async (tx) => {
      const injection = toInjection(body)
      const [kept] = await createOrders(tx, creating, [injection])
      if (!kept) throw new Error("an injection has no outcome")
      if (isRefusal(kept)) return toLegacyRefusal(kept)
      const data = toLegacyOrder(kept.order)
      if (kept.alreadyExisted) return { status: 200, data }
      // A refusal rolls the order back. The methods are checked last, because an unknown caller must not learn them.
      return (await unknownMethods(tx, creating.readMethods, injection)) ?? { status: 201, data }
    })

async function unknownMethods(
  tx: TenantWrite,
  readMethods: ReadMethods,
  { payments }: OrderInjection,
): Promise<Refusal<"PAYMENT_METHODS_NOT_FOUND"> | null> {
  const named = payments.paymentMethods ?? []
  if (named.length === 0) return null
  const known = new Set((await readMethods(tx)).filter(({ active }) => active).map(({ code }) => code))
  const unknown = named.filter(({ method }) => !known.has(method)).map(({ method }) => method)
  if (unknown.length === 0) return null
  return refuse("PAYMENT_METHODS_NOT_FOUND", `Payment methods not found: ${[...new Set(unknown)].join(", ")}.`)
}
