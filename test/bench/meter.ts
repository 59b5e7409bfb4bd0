/** A TCP proxy on loopback that counts what passes and shows it to whoever listens. */
import { connect, createServer, type Socket } from "node:net"

export interface Meter {
  readonly port: number
  /** Bytes from the side that connects. */
  sent(): number
  /** Bytes of the answers. */
  answered(): number
  close(): Promise<void>
}

/** `onSent` sees every piece that the connecting side sends, at the moment it is passed on. */
export async function openMeter(toPort: number, onSent: (piece: Buffer) => void = () => {}): Promise<Meter> {
  const counts = { sent: 0, answered: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ port: toPort, host: "127.0.0.1", noDelay: true })
    near.setNoDelay(true)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.once("close", () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on("data", (piece) => {
      counts.sent += piece.length
      onSent(piece)
      far.write(piece)
    })
    far.on("data", (piece) => {
      counts.answered += piece.length
      near.write(piece)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    port: typeof address === "object" && address ? address.port : 0,
    sent: () => counts.sent,
    answered: () => counts.answered,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
