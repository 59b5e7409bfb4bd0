/** The listening socket as a part of the process: bounded in what callers may hold, it stops by letting open requests end. */
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { Part } from "../lifecycle.ts"
import { createUnauthenticatedConnections } from "../unauthenticated-connections.ts"
import { answerClientError, hostRefusal, refuseRequest, refuseTunnel } from "./answer-client-error.ts"
import { createBodies, hasBody } from "./bodies.ts"
import { FEW_CALLERS, type ListenerLimits } from "./listener-limits.ts"
import type { AnswerLabels } from "./spend-limit.ts"

/** Idle connections are kept longer than a load balancer keeps them, or it would send into a closed one. */
const KEEP_ALIVE_MS = 65_000
const HEADERS_TIMEOUT_MS = 15_000
/** From the end of the headers to the end of the body. */
const BODY_TIMEOUT_MS = 30_000
/** Node's own end of a request comes later than ours. */
const SLACK_MS = 5_000
/** So late may what has a limit in time be noticed. */
const LOOK_EVERY_MS = 1_000
/** Whoever was answered before its body had arrived may read the answer; what it goes on sending is read no longer than this. */
const LINGER_MS = 2_000
/** At the end, requests that are being worked on get this long. */
const DRAIN_MAX_MS = 5_000
/** Of all connections, those with no request under way, and those of one address among them: the longest idle one makes room. */
const QUIET = 0.8
const QUIET_OF_ONE_ADDRESS = 0.4

export interface Listener extends Part {
  /** For what else speaks on the same port, such as a WebSocket. */
  readonly server: Server
  /** A connection speaks something else from now on, and whoever it speaks to looks after it. */
  handOver(socket: object): void
  /** `http://host:port`, once it listens. */
  url(): string
}

/** The labels are for what is answered before the application sees it. */
export interface ListenerOptions extends AnswerLabels {
  readonly host: string
  readonly port: number
  readonly limits?: ListenerLimits
  /** Tests wait less. */
  readonly bodyTimeoutMs?: number
}

export function createListener(answer: RequestListener, options: ListenerOptions): Listener {
  const { host, port, limits = FEW_CALLERS, bodyTimeoutMs = BODY_TIMEOUT_MS } = options
  const bodies = createBodies({ bytes: limits.bodiesMaxBytes, ms: bodyTimeoutMs })
  const connections = watchConnections(limits.connectionsMax)
  const take: RequestListener = (request, response) => {
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
      // Bodies are looked after here, so that their callers hear why; what Node ends hears nothing that it could read.
      requestTimeout: HEADERS_TIMEOUT_MS + bodyTimeoutMs + SLACK_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      // It is checked here, so that its caller gets an answer like all others.
      requireHostHeader: false,
    },
    take,
  )
  server.maxConnections = limits.connectionsMax
  server.on("connection", connections.take)
  // Whatever else a request expects may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", take)
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
      sweeping = setInterval(bodies.sweep, Math.min(LOOK_EVERY_MS, bodyTimeoutMs)).unref()
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

/** Which connections have requests under way, and which: those that have none make room for others, and end at once at a stop. */
function watchConnections(max: number) {
  const quiet = createUnauthenticatedConnections<Socket>({
    all: Math.ceil(max * QUIET),
    ofOneAddress: Math.ceil(max * QUIET_OF_ONE_ADDRESS),
  })
  /** A caller may send its next request before it has the answer to the one before. */
  const busy = new Map<Socket, Set<ServerResponse>>()
  let stopping = false
  const handOver = (socket: Socket) => {
    quiet.forget(socket)
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
    quiet.take(socket, socket.remoteAddress)
    if (!request.complete) setTimeout(() => !request.complete && socket.destroy(), LINGER_MS).unref()
  }
  return {
    take(socket: Socket) {
      quiet.take(socket, socket.remoteAddress)
      socket.once("close", () => handOver(socket))
    },
    begin(response: ServerResponse) {
      const { socket } = response.req
      quiet.forget(socket)
      const open = busy.get(socket)
      if (open) open.add(response)
      else busy.set(socket, new Set([response]))
    },
    end,
    /** Whether its caller would take what is written now for the answer to the request that could not be read, and to no other. */
    mayAnswer(socket: Socket): boolean {
      return [...(busy.get(socket) ?? [])].every(({ headersSent, req }) => !headersSent && !req.complete)
    },
    handOver,
    stop() {
      stopping = true
      quiet.putOutAll()
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
