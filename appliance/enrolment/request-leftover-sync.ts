/** Asks the hub, with the credential that its broker takes no more, whether this box was replaced, and brings it what is left here. */
import type { Client } from "../../protocol/client/index.ts"
import { handOver } from "../../protocol/http/enrolment.ts"
import type { AskHandOver } from "../sync/index.ts"

const NOT_FOUND = 404

export function createAskHandOver(hub: Client, login: { storeId: string; password: string }): AskHandOver {
  return async (message) => {
    const answer = await hub.call(handOver, { body: { ...login, message: message && { ...message } } })
    if (answer.ok) return answer.data.messages
    return !answer.offline && answer.status === NOT_FOUND ? "unknown" : "away"
  }
}
