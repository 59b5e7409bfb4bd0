/**
 * A bare connection, for callers that send bytes of their own. The other side may cut it at any byte, also one that
 * it has not read, which is a reset: that is an end like any other ("close" tells it), and no fault of a test.
 */
import { connect, type Socket } from "node:net"
import { whenOver } from "./temp.ts"

export function openSocket(port: number, options: { readonly localAddress?: string } = {}): Socket {
  const socket = connect({ host: "127.0.0.1", port, ...options })
  socket.on("error", () => {})
  whenOver(() => void socket.destroy())
  return socket
}
