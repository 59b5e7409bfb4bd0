/** The HTTP listener, a part of a process. It limits connections and bodies, and lets open requests end when it stops. */
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { Part } from "../lifecycle.ts"
import { createUnauthenticatedConnections } from "../unauthenticated-connections.ts"
import { answerClientError, hostRefusal, refuseRequest, refuseTunnel } from "./answer-client-error.ts"
import { createBodies, hasBody } from "./bodies.ts"
import { FEW_CALLERS, type ListenerLimits } from "./listener-limits.ts"
import type { AnswerLabels } from "./spend-limit.ts"

/** Longer than a load balancer keeps idle connections, or it would send a request into a closed one. */
const KEEP_ALIVE_MS = 65_000
const HEADERS_TIMEOUT_MS = 15_000
/** From the end of the headers to the end of the body. */
const BODY_TIMEOUT_MS = 30_000
/** Node's own request timeout is this much longer than ours. */
const SLACK_MS = 5_000
/** Interval of the checks for timeouts. */
const CHECK_EVERY_MS = 1_000
/** After an early answer, the rest of the body is read for this long, so that the caller can read the answer. */
const LINGER_MS = 2_000
/** When the listener stops, running requests get this long. */
const DRAIN_MAX_MS = 5_000
/** Share of the connections that may be idle, in total and per address. Beyond it the one that is idle longest is closed. */
const IDLE_SHARE = 0.8
const IDLE_SHARE_PER_ADDRESS = 0.4

export interface Listener extends Part {
  /** For other protocols on the same port, such as WebSocket. */
  readonly server: Server
  /** Stops watching a connection that changed to another protocol. */
  handOver(socket: object): void
  /** `http://host:port`; call it after the start. */
  url(): string
}

/** The labels are for what is answered before the application sees it. */
export interface ListenerOptions extends AnswerLabels {
  readonly host: string
  readonly port: number
  readonly limits?: ListenerLimits
  /** Shorter in tests. */
  readonly bodyTimeoutMs?: number
}

export function createListener(answer: RequestListener, options: ListenerOptions): Listener {
  const { host, port, limits = FEW_CALLERS, bodyTimeoutMs = BODY_TIMEOUT_MS } = options
  const bodies = createBodies({ bytes: limits.bodiesMaxBytes, ms: bodyTimeoutMs })
  const connections = watchConnections(limits.connectionsMax)
  const handle: RequestListener = (request, response) => {
    const body = hasBody(request) ? bodies.open(request) : null
    connections.begin(response)
    response.once("close", () => {
      body?.close()
      connections.end(response)
    })
    const refusal = hostRefusal(request)
    if (refusal) refuseRequest(refusal, { request, response }, options)
    else answer(request, response)
  }
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      // `bodies` ends slow bodies with a readable answer; Node would only close the connection.
      requestTimeout: HEADERS_TIMEOUT_MS + bodyTimeoutMs + SLACK_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      // `handle` checks it, so that the caller gets a normal refusal.
      requireHostHeader: false,
    },
    handle,
  )
  server.maxConnections = limits.connectionsMax
  server.on("connection", connections.take)
  // Unknown expectations may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", handle)
  server.on("connect", (_request, socket) => refuseTunnel(socket, options))
  server.on("clientError", (error, socket) => {
    if (connections.mayAnswer(socket as Socket)) answerClientError(error, socket, options)
    else socket.destroy()
  })
  let sweeping: NodeJS.Timeout | undefined
  return {
    name: "http",
    server,
    handOver: (socket) => connections.handOver(socket as Socket),
    start() {
      sweeping = setInterval(bodies.sweep, Math.min(CHECK_EVERY_MS, bodyTimeoutMs)).unref()
      return listen(server, host, port)
    },
    stop() {
      clearInterval(sweeping)
      const closed = close(server)
      bodies.stop()
      connections.stop()
      return closed
    },
    url() {
      const { address, family, port: chosen } = server.address() as AddressInfo
      const anywhere = address === "::" || address === "0.0.0.0"
      return `http://${anywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address}:${chosen}`
    },
  }
}

/** Tracks the requests of each connection. Idle connections are closed to make room, and at once when the listener stops. */
function watchConnections(max: number) {
  const idle = createUnauthenticatedConnections<Socket>({
    all: Math.ceil(max * IDLE_SHARE),
    perAddress: Math.ceil(max * IDLE_SHARE_PER_ADDRESS),
  })
  /** Open requests per connection: a caller may send the next one before it has an answer. */
  const busy = new Map<Socket, Set<ServerResponse>>()
  let stopping = false
  const handOver = (socket: Socket) => {
    idle.forget(socket)
    busy.delete(socket)
  }
  const end = (response: ServerResponse) => {
    const request = response.req
    const { socket } = request
    const open = busy.get(socket)
    open?.delete(response)
    if (open && open.size > 0) return
    busy.delete(socket)
    if (socket.destroyed) return
    if (stopping) return socket.destroySoon()
    idle.add(socket, socket.remoteAddress)
    if (!request.complete) setTimeout(() => !request.complete && socket.destroy(), LINGER_MS).unref()
  }
  return {
    take(socket: Socket) {
      idle.add(socket, socket.remoteAddress)
      socket.once("close", () => handOver(socket))
    },
    begin(response: ServerResponse) {
      const { socket } = response.req
      idle.forget(socket)
      const open = busy.get(socket)
      if (open) open.add(response)
      else busy.set(socket, new Set([response]))
    },
    end,
    /** Whether bytes written now would surely be read as the answer to the unreadable request, not to an earlier one. */
    mayAnswer(socket: Socket): boolean {
      return [...(busy.get(socket) ?? [])].every(({ headersSent, req }) => !headersSent && !req.complete)
    },
    handOver,
    stop() {
      stopping = true
      idle.closeAll()
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.removeListener("error", reject)
      resolve()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const drain = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS)
    server.close(() => {
      clearTimeout(drain)
      resolve()
    })
  })
}
