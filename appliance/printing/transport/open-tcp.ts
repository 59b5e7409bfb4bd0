/** A network printer: jobs, queries and replies share one raw TCP connection, usually to port 9100. */
import { connect, type Socket } from "node:net"
import type { Link, LinkEvents } from "./transport.ts"

const CONNECT_TIMEOUT_MS = 3000
const PACE = { chunkBytes: 4096, restMs: 10 }

export async function openTcp(address: { host: string; port: number }, events: LinkEvents): Promise<Link> {
  const socket = await connectTo(address)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, CONNECT_TIMEOUT_MS)
  socket.on("data", (bytes) => events.onData(bytes))
  socket.on("error", () => undefined)
  socket.once("close", () => events.onClose("the printer closed the connection"))
  socket.once("end", () => socket.destroy())
  return {
    pace: PACE,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    close: () =>
      new Promise((resolve) => {
        if (socket.closed) return resolve()
        socket.once("close", () => resolve())
        socket.destroySoon()
        socket.resume()
        if (!socket.writable) socket.destroy()
      }),
  }
}

function connectTo(address: { host: string; port: number }): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address.host, port: address.port })
    const fail = (reason: string) => {
      socket.destroy()
      reject(new Error(`${address.host}:${address.port} ${reason}`))
    }
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail(`did not answer within ${CONNECT_TIMEOUT_MS} ms`))
    socket.once("error", (error: NodeJS.ErrnoException) => fail(`cannot be reached (${error.code ?? error.message})`))
    socket.once("connect", () => {
      socket.setTimeout(0)
      socket.removeAllListeners("error")
      resolve(socket)
    })
  })
}
