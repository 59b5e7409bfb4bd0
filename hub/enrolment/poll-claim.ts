/** Answers a box that polls its claim. Once claimed, each poll returns a new credential until the box has used one. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { pollClaim as endpoint } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../runtime/ids.ts"
import { hashSecret, matchesHash } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { type ReadBoxKey, setCredential } from "../tenants/index.ts"
import { findClaim, setClaimCredential } from "./claims-store.ts"

/** Where boxes find the hub's broker. */
export interface BrokerAddress {
  readonly mqttPort: number | null
  readonly mqttUrl: string | null
  /** Adds the login to a broker that does not authenticate at the hub. */
  readonly admit?: (storeId: string, password: string) => void
}

interface PollClaimDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly broker: () => BrokerAddress
  readonly readBoxKey: ReadBoxKey
}

export const pollClaimHandler =
  (deps: PollClaimDeps): Handler<typeof endpoint> =>
  async (request) => {
    const answer = await poll(deps, request)
    // After the commit and before the answer: if the answer is lost, the broker has one unused login, and the box polls again.
    const credential = "refused" in answer ? null : answer.data.credential
    if (credential) deps.broker().admit?.(credential.storeId, credential.password)
    return answer
  }

const NO_CLAIM = refuse("NOT_FOUND", "There is no such claim.")

type PollRequest = Pick<Parameters<Handler<typeof endpoint>>[0], "params" | "body">

function poll({ store, ids, broker, readBoxKey }: PollClaimDeps, { params, body }: PollRequest) {
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
