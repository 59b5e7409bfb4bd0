/** Claims a box at the dashboard: shows the box that waits with a code, assigns it to a store, and writes an audit entry. */
import type { claimBox, readClaim } from "../../protocol/http/admin/boxes.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore, SystemWrite } from "../storage/index.ts"
import { findStoreOfAccount } from "../tenants/index.ts"
import { accountOf, recordAuditOf } from "../users/index.ts"
import { readCode } from "./claim-codes.ts"
import type { ClaimResult } from "./claim-store.ts"
import { findWaiting } from "./claims-store.ts"

/** Called in the claim's transaction before its commit; a refusal undoes the claim. */
export type BeforeClaimCommit = (scope: SystemWrite, claimed: ClaimResult) => Promise<Refusal | null>

export interface ClaimBoxDeps {
  readonly store: HubStore
  readonly claim: (
    code: string,
    storeId: string,
    beforeCommit: BeforeClaimCommit,
  ) => Promise<{ storeName: string } | Refusal>
}

const ADDRESS = "address:"

export const readClaimHandler =
  ({ store }: Pick<ClaimBoxDeps, "store">): Handler<typeof readClaim> =>
  async ({ params }) => {
    const waiting = await store.system.read((scope) => findWaiting(scope, hashSecret(readCode(params.code))))
    if (!waiting) return noSuchCode(params.code)
    const address = waiting.address.startsWith(ADDRESS) ? waiting.address.slice(ADDRESS.length) : waiting.address
    return { status: 200, data: { version: waiting.appVersion, address, expiresAt: waiting.expiresAt } }
  }

export const claimBoxHandler =
  ({ store, claim }: ClaimBoxDeps): Handler<typeof claimBox> =>
  async ({ params, body, caller }) => {
    const storeId = body.storeId.toLowerCase()
    const found = await store.read(accountOf(caller), (scope) => findStoreOfAccount(scope, storeId))
    if (!found || !caller.vendorIds.includes(found.vendorId)) {
      return refuse("NOT_FOUND", `There is no store ${body.storeId}.`)
    }
    let replaced = false
    const done = await claim(params.code, storeId, async (scope, claimed) => {
      replaced = claimed.replaced
      if (replaced && !body.replace) {
        return refuse("CONFLICT", `${found.name} has a box already. Confirm that this box replaces it.`)
      }
      const detail = { storeId, replaced, version: claimed.version }
      const subject = found.code ?? found.name
      await recordAuditOf(scope, caller.accountId, {
        personId: caller.personId,
        action: "boxes.claim",
        subject,
        detail,
        vendorIds: [found.vendorId],
      })
      return null
    })
    if (!isRefusal(done)) return { status: 200, data: { storeId, storeName: done.storeName, replaced } }
    return done.refused === "CONFLICT" ? refuse("CONFLICT", done.message) : noSuchCode(params.code)
  }

function noSuchCode(code: string) {
  return refuse("NOT_FOUND", `No box waits with the code ${code}; codes live ten minutes and work once.`)
}
