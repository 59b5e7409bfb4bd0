/** The emulator's network port. Switched off, it refuses connections and closes the open ones. */
import { createServer, type Server, type Socket } from "node:net"

export interface TcpPort {
  readonly port: number
  stopListening(): Promise<void>
  listenAgain(): Promise<void>
}

/** Returns a promise where the sender must wait. */
type OnData = (bytes: Uint8Array, reply: (bytes: Uint8Array) => void) => Promise<void> | undefined

export async function listenTcp(requestedPort: number, onData: OnData): Promise<TcpPort> {
  const sockets = new Set<Socket>()
  const listen = (port: number) => openServer(port, sockets, onData)
  let server = await listen(requestedPort)
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : requestedPort
  return {
    port,
    stopListening: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve()
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    listenAgain: async () => {
      if (!server.listening) server = await listen(port)
    },
  }
}

function openServer(port: number, sockets: Set<Socket>, onData: OnData): Promise<Server> {
  const server = createServer((socket) => {
    // A status reply is a few bytes, and the box waits for it.
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on("data", (bytes) => {
      const whenReady = onData(bytes, (reply) => socket.writable && socket.write(reply))
      if (whenReady === undefined) return
      socket.pause()
      void whenReady.then(() => socket.resume())
    })
    socket.on("error", () => undefined)
    socket.on("close", () => sockets.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, () => resolve(server))
  })
}
