/** The box asks whether it has its store; a claimed one gets a credential, a new one at each poll until one is used. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { pollClaim as endpoint } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret, matchesHash } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import type { ReadBoxKey } from "../tenants/index.ts"
import { setCredential } from "./boxes-store.ts"
import { findClaim, setClaimCredential } from "./claims-store.ts"

/** Where boxes find the hub's broker. */
export interface BrokerAddress {
  readonly mqttPort: number | null
  readonly mqttUrl: string | null
  /** Tells the broker of a store's box, where it does not ask the hub who comes in. */
  readonly admit?: (storeId: string, password: string) => void
}

export interface PollClaimDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly broker: () => BrokerAddress
  readonly readBoxKey: ReadBoxKey
}

export const pollClaimHandler =
  (polling: PollClaimDeps): Handler<typeof endpoint> =>
  async (asked) => {
    const answer = await poll(polling, asked)
    // After the commit and before the answer: a broker may only ever know a login too many, and a lost answer is asked for again.
    const given = "refused" in answer ? null : answer.data.credential
    if (given) polling.broker().admit?.(given.storeId, given.password)
    return answer
  }

const NO_CLAIM = refuse("NOT_FOUND", "There is no such claim.")

type Asked = Pick<Parameters<Handler<typeof endpoint>>[0], "params" | "body">

function poll({ store, ids, broker, readBoxKey }: PollClaimDeps, { params, body }: Asked) {
  const password = ids.secret("box_")
  return store.system.write(async (scope) => {
    const claim = await findClaim(scope, params.claimId.toLowerCase())
    if (!claim || !matchesHash(body.pollToken, claim.pollHash)) return NO_CLAIM
    if (claim.storeId === null) return { status: 200 as const, data: { status: "waiting" as const, credential: null } }
    const hash = hashSecret(password)
    if (!(await setClaimCredential(scope, claim.claimId, hash))) return NO_CLAIM
    await setCredential(scope, claim.storeId, hash)
    const sealKey = await readBoxKey(scope, claim.storeId)
    const { mqttPort, mqttUrl } = broker()
    const credential = { storeId: claim.storeId, password, sealKey, mqttPort, mqttUrl }
    return { status: 200 as const, data: { status: "claimed" as const, credential } }
  })
}
