/**
 * Leftover sync: a box that the broker refuses learns here that it was replaced, and sends its unsent sales (docs/contract/sync.md#identity-and-replacement).
 * If it was not replaced, its login is added to the broker: the box may have been claimed before this broker was set up.
 */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { sendLeftover as endpoint } from "../../protocol/http/enrolment.ts"
import { refuse } from "../../protocol/refusals.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { wasReplaced } from "../tenants/index.ts"
import { authenticateBox } from "./authenticate-box.ts"
import type { BrokerAddress } from "./poll-claim.ts"

export interface Message {
  readonly topic: string
  readonly payload: string
}

/** Implemented by sync: the answers to a replaced box, null if the message cannot be processed now. */
type ReceiveLeftover = (storeId: string, message: Message) => Promise<readonly Message[] | null>

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
    if (messages === null) return refuse("SERVICE_UNAVAILABLE", "The message was not processed. Send it again.")
    return { status: 200, data: { messages: [...messages] } }
  }

async function admitCurrent(
  { store, broker }: Pick<LeftoverDeps, "store" | "broker">,
  login: { storeId: string; password: string },
): Promise<void> {
  const { admit } = broker()
  if (admit && (await authenticateBox(store, login))) admit(login.storeId, login.password)
}
