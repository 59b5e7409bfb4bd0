/** The store's broker as a part of the box. It starts with the HTTP server, because browsers use that port for it. */

import type { Listener } from "../../runtime/http/listen-http.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import type { LanBroker } from "./lan-broker.ts"

export function lanPart(broker: LanBroker, listener: Listener): Part & { port(): number } {
  let port = 0
  return {
    name: "lan broker",
    async start() {
      port = (await broker.start()).port
      listener.server.on("upgrade", (_request, socket) => listener.handOver(socket))
      broker.attach(listener.server)
    },
    stop: () => broker.stop(),
    port: () => port,
  }
}
