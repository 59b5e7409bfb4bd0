/** Stores a supervisor's approval and adds it to closes that already name its token. */
import type { approveCash as endpoint } from "../../protocol/http/cash-approval.ts"
import { invalid } from "../../protocol/refusals.ts"
import { authorizeAll } from "../../protocol/rules/cash/cash-authorization.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { findApproval, markUsed, saveAuthorization } from "./authorizations-store.ts"
import { closesWithToken, replaceReconciliation } from "./cash-store.ts"

export const approveCashHandler =
  ({ outbox }: { outbox: Outbox }): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const authorizationTokenId = body.authorizationTokenId.toLowerCase()
    const known = findApproval(tx, authorizationTokenId).authorization
    if (known) return { status: 200, data: known }
    const approvedBy = (caller.authoriser ?? caller.staff)?.name ?? body.approvedBy
    if (approvedBy === undefined)
      return invalid({ path: "approvedBy", message: "is required where nobody is signed in" })
    const storeId = requireConfig(tx).store.id
    const authorization = { authorizationTokenId, storeId, approvedBy, approvedAt: tx.now }
    saveAuthorization(tx, authorization)
    for (const record of authorizeAll(closesWithToken(tx, authorizationTokenId), authorization)) {
      replaceReconciliation(tx, record)
      markUsed(tx, record)
    }
    outbox.record(tx, { kind: "cash.authorized", body: { authorization } })
    return { status: 201, data: authorization }
  }
