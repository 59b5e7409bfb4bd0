/** Gives a new box a claim code (docs/contract/sync.md#identity-and-replacement). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { openClaim as endpoint } from "../../protocol/http/enrolment.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { newCode } from "./claim-codes.ts"
import { insertClaim, sweepClaims } from "./claims-store.ts"

export const CLAIM_LIVES_MS = 10 * 60_000
const ATTEMPTS_MAX = 10

export const openClaimHandler =
  ({ store, ids, clock }: { store: HubStore; ids: Ids; clock: Clock }): Handler<typeof endpoint> =>
  ({ body, caller }) => {
    const pollToken = ids.token()
    const claimId = ids.uuid()
    const expiresAt = new Date(clock.ms() + CLAIM_LIVES_MS).toISOString()
    const claim = { ...body, claimId, pollHash: hashSecret(pollToken), address: caller.keyId, expiresAt }
    return store.system.write(async (scope) => {
      await sweepClaims(scope)
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const code = newCode()
        if (!(await insertClaim(scope, { ...claim, codeHash: hashSecret(code) }))) continue
        return { status: 201, data: { claimId, code, pollToken, expiresAt } }
      }
      throw new Error(`no free claim code after ${ATTEMPTS_MAX} attempts`)
    })
  }
