/** Sends one event to one address and says what came of it: 15 s in all, no redirects, nothing inside unless it is allowed. */
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http"
import { Agent as HttpsAgent, request as requestHttps } from "node:https"
import type { Clock } from "../../protocol/runtime/clock.ts"
import { createFairLookup } from "../../protocol/runtime/http/fair-lookup.ts"
import {
  checkHost,
  createLookup,
  createPublicLookup,
  type LookupAll,
  PrivateAddress,
} from "../../protocol/runtime/public-address.ts"

export const TIMEOUT_MS = 15_000
/** An answer is read up to here; what a person is shown of it is less. */
const READ_MAX_BYTES = 64 * 1024
export const KEPT_MAX_BYTES = 1024
const HEADERS_MAX_BYTES = 16 * 1024
const IDLE_SOCKETS_MAX = 64

export interface Sending {
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
  /** In words; null when the receiver took it. */
  readonly error: string | null
  /** The address is one that is never sent to: to try again cannot help. */
  readonly refused: boolean
}

export interface Sender {
  send(sending: Sending, signal: AbortSignal): Promise<Attempt>
  close(): void
}

export interface SenderOptions {
  readonly clock: Clock
  readonly allowPrivate: boolean
  readonly timeoutMs?: number
  /** How names are looked up. */
  readonly lookup?: LookupAll
}

export function createSender({ clock, allowPrivate, timeoutMs = TIMEOUT_MS, lookup }: SenderOptions): Sender {
  const lookupAll = createFairLookup(lookup && { lookupAll: lookup })
  const agentOptions = {
    keepAlive: true,
    maxFreeSockets: IDLE_SOCKETS_MAX,
    lookup: allowPrivate ? createLookup(lookupAll) : createPublicLookup(lookupAll),
  }
  const http = new HttpAgent(agentOptions)
  const https = new HttpsAgent(agentOptions)

  const open = (url: URL, headers: Sending["headers"]): ClientRequest => {
    if (!allowPrivate) checkHost(url)
    const options = { method: "POST", headers, maxHeaderSize: HEADERS_MAX_BYTES }
    return url.protocol === "https:"
      ? requestHttps(url, { ...options, agent: https })
      : requestHttp(url, { ...options, agent: http })
  }

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
        return tell(await exchange(() => open(new URL(url), all), { body, signal, timeoutMs }))
      } catch (error) {
        return tell({ ...NO_ANSWER, error: inWords(error), refused: error instanceof PrivateAddress })
      }
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

type Ended = Pick<Attempt, "status" | "responseHeaders" | "responseBody" | "error" | "refused">

const NO_ANSWER = { status: null, responseHeaders: null, responseBody: null }

interface Exchange {
  readonly body: Uint8Array
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

function exchange(open: () => ClientRequest, { body, signal, timeoutMs }: Exchange): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const request = open()
    const late = new Error(`no complete answer within ${timeoutMs / 1000} s`)
    const timer = setTimeout(() => request.destroy(late), timeoutMs)
    const abort = () => request.destroy(new Error("the hub is stopping"))
    signal.addEventListener("abort", abort, { once: true })
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", abort)
    }
    const fail = (error: unknown) => {
      over()
      reject(error)
    }
    request.once("error", fail)
    request.once("response", (response) => {
      readAnswer(response).then((text) => {
        over()
        resolve(judge(response, text))
      }, fail)
    })
    request.end(body)
    if (signal.aborted) abort()
  })
}

/** Reads on to the end, so that the connection can be used again, but never beyond the limit. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    if (size < KEPT_MAX_BYTES) kept.push(part.subarray(0, KEPT_MAX_BYTES - size))
    size += part.length
    if (size > READ_MAX_BYTES) break
  }
  return Buffer.concat(kept).toString("utf8")
}

function judge(response: IncomingMessage, text: string): Ended {
  const status = response.statusCode ?? 0
  const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return {
    status,
    responseHeaders: Object.fromEntries(flat),
    responseBody: text.replaceAll("\u0000", ""),
    error: fault(status, response.headers.location),
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
