/** Serves the public endpoint of a cash close on the LAN. */
import type { closeCash as endpoint } from "../../protocol/http/cash.ts"
import type { VendorCaller } from "../../protocol/http/endpoint.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { type ReconcileDeps, reconcile } from "./reconcile.ts"
import { findShift } from "./shifts/index.ts"

export const closeCashHandler =
  (deps: ReconcileDeps): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    if (body.storeId.toLowerCase() !== requireConfig(tx).store.id) {
      return refuse("NOT_FOUND", "This box serves another store.")
    }
    if (isOfOtherRegister(tx, body.sessionExternalId, caller)) {
      return refuse("NOT_FOUND", "There is no such shift at this register.")
    }
    const record = reconcile(tx, deps, body, caller)
    return isRefusal(record) ? record : { status: 201, data: record }
  }

/** A screen without a signed-in person closes only its own shift. A person or an API key may close any: their rights were checked before. */
function isOfOtherRegister(tx: BoxTx, session: string, { device, staff, authoriser, keyId }: VendorCaller): boolean {
  if (!device || staff || authoriser) return false
  const shift = findShift(tx, session)
  return shift !== null && shift.terminalUid !== keyId
}
