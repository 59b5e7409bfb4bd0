/** The emulator's network port. Like a real printer it can be away: then nobody connects and who was connected is cut off. */
import { createServer, type Server, type Socket } from "node:net"

export interface TcpPort {
  readonly port: number
  hangUp(): Promise<void>
  comeBack(): Promise<void>
}

/** A promise holds the sender back. */
type OnData = (bytes: Uint8Array, reply: (bytes: Uint8Array) => void) => Promise<void> | undefined

export async function listenTcp(wanted: number, onData: OnData): Promise<TcpPort> {
  const sockets = new Set<Socket>()
  const listen = (port: number) => openServer(port, sockets, onData)
  let server = await listen(wanted)
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : wanted
  return {
    port,
    hangUp: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve()
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    comeBack: async () => {
      if (!server.listening) server = await listen(port)
    },
  }
}

function openServer(port: number, sockets: Set<Socket>, onData: OnData): Promise<Server> {
  const server = createServer((socket) => {
    // A status reply is a few bytes that somebody waits for.
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on("data", (bytes) => {
      const busy = onData(bytes, (reply) => socket.writable && socket.write(reply))
      if (busy === undefined) return
      socket.pause()
      void busy.then(() => socket.resume())
    })
    socket.on("error", () => undefined)
    socket.on("close", () => sockets.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, () => resolve(server))
  })
}
