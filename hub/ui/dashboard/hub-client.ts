/** Asks the hub as the dashboard does: the browser adds the cookie, the page the header that no other site can send. */
import { type Client, createClient, type NoAnswer, type Refused } from "../../../protocol/client/index.ts"

const CSRF_HEADER = "x-brasa-csrf"
const TIMEOUT_MS = 20_000

/** `onSignedOut` is told when the session turns out to be over. */
export function createHubClient(onSignedOut: () => void): Client {
  const send: typeof fetch = (url, init) => {
    const headers = { ...(init?.headers as Record<string, string>), [CSRF_HEADER]: "1" }
    return fetch(url, { ...init, headers, credentials: "same-origin", cache: "no-store" })
  }
  const client = createClient({ baseUrl: "", key: null, timeoutMs: TIMEOUT_MS, fetch: send })
  const call = async (...asked: Parameters<LooseCall>) => {
    const answer = await (client.call as unknown as LooseCall)(...asked)
    if (!answer.ok && !answer.offline && answer.refused === "UNAUTHORIZED") onSignedOut()
    return answer
  }
  return { call: call as unknown as Client["call"] }
}

/** The client without its types, which what is added here does not need. */
type LooseCall = (
  endpoint: unknown,
  ask: unknown,
  patience?: unknown,
) => Promise<{ readonly ok: true } | Refused | NoAnswer>
