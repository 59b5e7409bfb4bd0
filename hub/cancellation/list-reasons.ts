/** Lists the reasons that a person may choose from (docs/contract/cancellation.md#cancel-an-order). */
import type { listCancellationReasons as endpoint } from "../../protocol/http/cancel.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { listReasons } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import type { HubStore } from "../storage/index.ts"
import type { ReadPolicy } from "../tenants/index.ts"

export const listReasonsHandler =
  ({ store, readPolicy }: { store: HubStore; readPolicy: ReadPolicy }): Handler<typeof endpoint> =>
  ({ query, caller }) =>
    store.read(caller, async (scope) => {
      const { reasons } = await readPolicy(scope, null)
      return { status: 200, data: listReasons(reasons, query.channel ?? null) }
    })
