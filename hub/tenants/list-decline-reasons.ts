/** Reads the account's decline catalogue (docs/contract/payments.md#decline-reasons). */
import type { listDeclineReasons } from "../../protocol/http/decline-reasons.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { declineCatalog } from "../../protocol/rules/payments/decline-catalog.ts"
import type { HubStore } from "../storage/index.ts"
import { declineReasons } from "./stores-store.ts"

export const listDeclineReasonsHandler =
  ({ store }: { store: HubStore }): Handler<typeof listDeclineReasons> =>
  ({ caller }) =>
    store.read(caller, async (scope) => ({ status: 200, data: declineCatalog(await declineReasons(scope)) }))
