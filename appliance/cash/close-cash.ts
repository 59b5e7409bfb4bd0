/** The public endpoint of a cash close, served on the LAN. */
import type { closeCash as endpoint } from "../../protocol/http/cash.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { type ReconcileInput, reconcile } from "./reconcile.ts"

export const closeCashHandler =
  (deps: ReconcileInput): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    if (body.storeId.toLowerCase() !== requireConfig(tx).store.id) {
      return refuse("NOT_FOUND", "This box serves another store.")
    }
    const record = reconcile(tx, deps, body, caller)
    return isRefusal(record) ? record : { status: 201, data: record }
  }
