/** Stores a supervisor's approval, and adds it to the close that names its token, if that has arrived. */
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { authorizeAll } from "../../protocol/rules/cash/cash-authorization.ts"
import type { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import type { HubStore, Tenant, TenantWrite } from "../storage/index.ts"
import { isEnrolled, lockStore } from "../tenants/index.ts"
import { findApproval, insertAuthorization, markUsed } from "./authorizations-store.ts"
import { closesWithToken, replaceClose } from "./cash-store.ts"

interface AuthorizeCashDeps {
  readonly store: HubStore
}

export type Approved = Pick<CashAuthorization, "authorizationTokenId" | "storeId" | "approvedBy">

/** Approves for a store without a box; a store with a box approves there. A known token keeps its first approval. */
export function authorizeCash(
  { store }: AuthorizeCashDeps,
  tenant: Tenant,
  asked: Approved,
): Promise<CashAuthorization | Refusal<"NOT_FOUND" | "CONFLICT">> {
  const [storeId, authorizationTokenId] = [asked.storeId.toLowerCase(), asked.authorizationTokenId.toLowerCase()]
  return store.write(tenant, async (tx) => {
    // A count that names this token may arrive at the same time.
    if (!(await lockStore(tx, storeId))) return refuse("NOT_FOUND", `There is no store ${storeId}.`)
    if (await isEnrolled(tx.system, storeId)) {
      return refuse("CONFLICT", "This store has a box: its supervisors approve there.")
    }
    const { authorization } = await findApproval(tx, storeId, authorizationTokenId)
    if (authorization) return authorization
    const approved = { authorizationTokenId, storeId, approvedBy: asked.approvedBy, approvedAt: tx.now }
    await saveApproval(tx, approved)
    return approved
  })
}

export async function saveApproval(tx: TenantWrite, authorization: CashAuthorization): Promise<void> {
  const { storeId, authorizationTokenId } = authorization
  await insertAuthorization(tx, authorization)
  const closes = await closesWithToken(tx, storeId, authorizationTokenId)
  for (const record of authorizeAll(closes, authorization)) {
    await replaceClose(tx, record)
    await markUsed(tx, record)
  }
}
