/**
 * A box whose credential the broker does not take hears that it was replaced, and hands over what it had sold (docs/contract/sync.md#identity-and-replacement).
 * One that was not is made known to the broker, which may never have heard of it: it was claimed before there was this broker.
 */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { sendLeftover as endpoint } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { authenticateBox } from "./authenticate-box.ts"
import { wasReplaced } from "./boxes-store.ts"
import type { BrokerAddress } from "./poll-claim.ts"

export interface Message {
  readonly topic: string
  readonly payload: string
}

/** Sync's part: what it answers to a former box; null when it could not just now. */
export type ReceiveLeftover = (storeId: string, message: Message) => Promise<readonly Message[] | null>

export interface LeftoverDeps {
  readonly store: HubStore
  readonly receiveLeftover: ReceiveLeftover
  readonly broker: () => BrokerAddress
}

export const receiveLeftoverHandler =
  ({ store, receiveLeftover, broker }: LeftoverDeps): Handler<typeof endpoint> =>
  async ({ body }) => {
    const storeId = body.storeId.toLowerCase()
    const known = await store.system.read((scope) => wasReplaced(scope, storeId, hashSecret(body.password)))
    if (!known) {
      await admitCurrent({ store, broker }, { storeId, password: body.password })
      return refuse("NOT_FOUND", "No box with this credential was replaced.")
    }
    if (body.message === null) return { status: 200, data: { messages: [] } }
    const messages = await receiveLeftover(storeId, body.message)
    if (messages === null) return refuse("SERVICE_UNAVAILABLE", "The message was not taken; say it again.")
    return { status: 200, data: { messages: [...messages] } }
  }

async function admitCurrent(
  { store, broker }: Pick<LeftoverDeps, "store" | "broker">,
  login: { storeId: string; password: string },
): Promise<void> {
  const { admit } = broker()
  if (admit && (await authenticateBox(store, login))) admit(login.storeId, login.password)
}
