/** Sends one event to one address and returns the outcome: 15 s in total, no redirects, no private addresses unless allowed. */
import type { Clock } from "../../runtime/clock.ts"
import {
  createGuardedClient,
  type GuardedAnswer,
  type GuardedClientOptions,
} from "../../runtime/http/guarded-client.ts"
import { PrivateAddress } from "../../runtime/public-address.ts"

export const TIMEOUT_MS = 15_000
/** How much of a response is stored and shown. */
export const RECORDED_BODY_MAX_BYTES = 1024

interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Both sides of an attempt. `status` is null when no answer came. */
export interface Attempt {
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly status: number | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  /** The first KiB of the answer. */
  readonly responseBody: string | null
  readonly durationMs: number
  /** A readable error. Null if the receiver answered 2xx. */
  readonly error: string | null
  /** The address may never be sent to, so another attempt cannot help. */
  readonly refused: boolean
}

export interface Sender {
  send(sending: WebhookRequest, signal: AbortSignal): Promise<Attempt>
  close(): void
}

interface SenderOptions extends GuardedClientOptions {
  readonly clock: Clock
  readonly timeoutMs?: number
}

export function createSender({ clock, timeoutMs = TIMEOUT_MS, ...options }: SenderOptions): Sender {
  const client = createGuardedClient(options)
  return {
    async send({ url, headers, body }, signal) {
      const began = clock.ms()
      const all = { ...headers, "content-type": "application/json", "content-length": String(body.byteLength) }
      const tell = (end: Ended): Attempt => ({
        url,
        requestHeaders: all,
        durationMs: clock.ms() - began,
        ...end,
      })
      try {
        return tell(judge(await client.post({ url, headers: all, body, timeoutMs, signal })))
      } catch (error) {
        return tell({ ...NO_ANSWER, error: inWords(error), refused: error instanceof PrivateAddress })
      }
    },
    close: client.close,
  }
}

type Ended = Pick<Attempt, "status" | "responseHeaders" | "responseBody" | "error" | "refused">

const NO_ANSWER = { status: null, responseHeaders: null, responseBody: null }

function judge({ status, headers, body }: GuardedAnswer): Ended {
  return {
    status,
    responseHeaders: headers,
    responseBody: body.subarray(0, RECORDED_BODY_MAX_BYTES).toString("utf8").replaceAll("\u0000", ""),
    error: fault(status, headers.location),
    refused: false,
  }
}

function fault(status: number, location: string | undefined): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return "answered 410: it is gone, and wants no more events"
  if (status >= 300 && status < 400)
    return `answered ${status}, a redirect to ${location ?? "nowhere"}: it is not followed`
  return `answered ${status}`
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens at this address",
  ECONNRESET: "the connection was cut",
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name could not be looked up now",
  EHOSTUNREACH: "no way leads to this address",
  ENETUNREACH: "no way leads to this address",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by an authority that the hub does not know",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is signed by an authority that the hub does not know",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate comes without those that it was signed by",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
}

function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const words = code === undefined ? undefined : WORDS[code]
  return words === undefined ? message || String(code ?? error) : `${words} (${code})`
}
