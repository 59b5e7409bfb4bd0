/** Asks the hub, with the credential that its broker refuses now, whether this box was replaced, and sends what is left here. */
import type { Client } from "../../protocol/client/index.ts"
import { sendLeftover } from "../../protocol/http/enrolment.ts"
import type { RequestLeftoverSync } from "../sync/index.ts"

const NOT_FOUND = 404

export function createRequestLeftoverSync(
  hub: Client,
  login: { storeId: string; password: string },
): RequestLeftoverSync {
  return async (message) => {
    const answer = await hub.call(sendLeftover, { body: { ...login, message: message && { ...message } } })
    if (answer.ok) return answer.data.messages
    return !answer.offline && answer.status === NOT_FOUND ? "unknown" : "away"
  }
}
