/** The box asks whether it has its store; a claimed one gets a credential, a new one at each poll until one is used. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { pollClaim as endpoint } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import { hashSecret, matchesHash } from "../../protocol/runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import type { ReadBoxKey } from "../tenants/index.ts"
import { setCredential } from "./boxes-store.ts"
import { findClaim, setClaimCredential } from "./claims-store.ts"

/** Where boxes find the hub's broker. */
export interface BrokerAddress {
  readonly mqttPort: number | null
  readonly mqttUrl: string | null
}

export interface Polling {
  readonly store: HubStore
  readonly ids: Ids
  readonly broker: () => BrokerAddress
  readonly readBoxKey: ReadBoxKey
}

export const pollClaimHandler =
  ({ store, ids, broker, readBoxKey }: Polling): Handler<typeof endpoint> =>
  ({ params, body }) => {
    const password = ids.secret("box_")
    return store.system.write(async (scope) => {
      const claim = await findClaim(scope, params.claimId.toLowerCase())
      if (!claim || !matchesHash(body.pollToken, claim.pollHash)) return refuse("NOT_FOUND", "There is no such claim.")
      if (claim.storeId === null) return { status: 200, data: { status: "waiting" as const, credential: null } }
      const hash = hashSecret(password)
      await setClaimCredential(scope, claim.claimId, hash)
      await setCredential(scope, claim.storeId, hash)
      const sealKey = await readBoxKey(scope, claim.storeId)
      const credential = { storeId: claim.storeId, password, sealKey, ...broker() }
      return { status: 200, data: { status: "claimed" as const, credential } }
    })
  }
