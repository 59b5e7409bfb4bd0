/** The store's broker as a part of the box: it starts with the HTTP server, whose port browsers use for it too. */

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
