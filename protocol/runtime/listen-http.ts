/** The listening socket as a part of the process: it stops by letting open requests end. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Part } from "./lifecycle.ts"

/** Idle connections are kept longer than a load balancer keeps them, or it would send into a closed one. */
const KEEP_ALIVE_MS = 65_000
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 30_000
/** At the end, requests that are under way get this long. */
const DRAIN_MAX_MS = 5_000

export interface Listener extends Part {
  /** For what else speaks on the same port, such as a WebSocket. */
  readonly server: Server
  /** `http://host:port`, once it listens. */
  url(): string
}

export function createListener(answer: RequestListener, { host, port }: { host: string; port: number }): Listener {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    answer,
  )
  return {
    name: "http",
    server,
    start: () => listen(server, host, port),
    stop: () => close(server),
    url() {
      const { address, family, port: chosen } = server.address() as AddressInfo
      const anywhere = address === "::" || address === "0.0.0.0"
      return `http://${anywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address}:${chosen}`
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
    server.closeIdleConnections()
  })
}
