/**
 * The hub's HTTP client for URLs that an account chose (webhook endpoints, payment providers). It follows no redirects, limits time and size of the
 * answer, and refuses addresses inside the operator's network unless they are allowed.
 */
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http"
import { Agent as HttpsAgent, request as requestHttps } from "node:https"
import { checkHost, createLookup, createPublicLookup, type LookupAll } from "../public-address.ts"
import { createFairLookup } from "./dns-lookup.ts"

const READ_MAX_BYTES = 64 * 1024
const HEADERS_MAX_BYTES = 16 * 1024
const IDLE_SOCKETS_MAX = 64

interface GuardedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly timeoutMs: number
  /** Ends the call when the hub stops. */
  readonly signal?: AbortSignal
}

export interface GuardedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** At most the first 64 KiB. */
  readonly body: Buffer
  /** Whether `body` is the whole body. */
  readonly complete: boolean
}

export interface GuardedClient {
  /** @throws PrivateAddress before anything is sent; a network error; or an Error after `timeoutMs`. */
  post(request: GuardedPost): Promise<GuardedAnswer>
  /** Closes idle connections. */
  close(): void
}

export interface GuardedClientOptions {
  /** Whether loopback and private addresses may be called. */
  readonly allowPrivate: boolean
  /** Replaces `dns.lookup`, for tests. */
  readonly lookup?: LookupAll
}

export function createGuardedClient({ allowPrivate, lookup }: GuardedClientOptions): GuardedClient {
  const lookupAll = createFairLookup(lookup && { lookupAll: lookup })
  const agentOptions = {
    keepAlive: true,
    maxFreeSockets: IDLE_SOCKETS_MAX,
    lookup: allowPrivate ? createLookup(lookupAll) : createPublicLookup(lookupAll),
  }
  const http = new HttpAgent(agentOptions)
  const https = new HttpsAgent(agentOptions)

  const open = ({ url: text, headers, body }: GuardedPost): ClientRequest => {
    const url = new URL(text)
    if (!allowPrivate) checkHost(url)
    const options = {
      method: "POST",
      headers: { ...headers, "content-length": String(body.byteLength) },
      maxHeaderSize: HEADERS_MAX_BYTES,
    }
    return url.protocol === "https:"
      ? requestHttps(url, { ...options, agent: https })
      : requestHttp(url, { ...options, agent: http })
  }

  return {
    post: async (request) => exchange(open(request), request),
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

function exchange(request: ClientRequest, { body, signal, timeoutMs }: GuardedPost): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    const late = new Error(`no complete answer within ${timeoutMs / 1000} s`)
    const timer = setTimeout(() => request.destroy(late), timeoutMs)
    const abort = () => request.destroy(new Error("the hub is stopping"))
    signal?.addEventListener("abort", abort, { once: true })
    const cleanUp = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", abort)
    }
    const fail = (error: unknown) => {
      cleanUp()
      reject(error)
    }
    request.once("error", fail)
    request.once("response", (response) => {
      readAnswer(response).then((answer) => {
        cleanUp()
        resolve(answer)
      }, fail)
    })
    request.end(body)
    if (signal?.aborted) abort()
  })
}

/** Reads to the end, so that the connection can be reused, but not beyond the limit. */
async function readAnswer(response: IncomingMessage): Promise<GuardedAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    if (size < READ_MAX_BYTES) parts.push(part.subarray(0, READ_MAX_BYTES - size))
    size += part.length
    if (size > READ_MAX_BYTES) break
  }
  const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(flat),
    body: Buffer.concat(parts),
    complete: size <= READ_MAX_BYTES,
  }
}
