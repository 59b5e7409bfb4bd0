/** A TCP proxy on loopback that counts what passes, shows it to whoever listens, and may be as far away as a hub is. */
import { connect, createServer, type Socket } from "node:net"

export interface Meter {
  readonly port: number
  /** Bytes from the side that connects. */
  sent(): number
  /** Bytes of the answers. */
  answered(): number
  close(): Promise<void>
}

/** `onSent` sees every piece that the connecting side sends, at the moment it is passed on; `delayMs` is one way. */
export async function openMeter(
  toPort: number,
  onSent: (piece: Buffer) => void = () => {},
  delayMs = 0,
): Promise<Meter> {
  const pass = (to: Socket, piece: Buffer) => {
    if (delayMs === 0) to.write(piece)
    else setTimeout(() => to.writable && to.write(piece), delayMs)
  }
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
      pass(far, piece)
    })
    far.on("data", (piece) => {
      counts.answered += piece.length
      pass(near, piece)
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
