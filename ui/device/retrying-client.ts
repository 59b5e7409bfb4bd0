/** Wraps the client of a page at the store: sends a repeatable request until the box answers, and reports each result to the contact. */
import type { Client } from "../../protocol/client/index.ts"
import type { BoxContact, Wait } from "./box-contact.ts"

const RETRY_MS = 2_000

export function createRetryingClient(client: Client, contact: BoxContact): Client {
  return {
    call: async (endpoint, options, timeouts) => {
      let wait: Wait | null = null
      for (;;) {
        const answer = await client.call(endpoint, options, timeouts)
        const isLost = !answer.ok && answer.offline
        if (isLost) contact.lost()
        else contact.answered()
        if (!isLost || !endpoint.repeatable) {
          wait?.end()
          return answer
        }
        wait ??= contact.startWaiting()
        wait.count()
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    },
  }
}
