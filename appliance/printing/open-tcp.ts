/** A network printer: raw port 9100, in pieces, each of which has left before the next. */
import { connect, type Socket } from "node:net"
import type { Link, LinkEvents } from "./transport.ts"

const CONNECT_TIMEOUT_MS = 3000
const WRITE_TIMEOUT_MS = 60_000
const CHUNK_BYTES = 4096

export async function openTcp(address: { host: string; port: number }, events: LinkEvents): Promise<Link> {
  const socket = await connected(address)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, CONNECT_TIMEOUT_MS)
  socket.on("data", (bytes) => events.onData(bytes))
  socket.on("error", () => undefined)
  socket.once("close", () => events.onClose("the printer closed the connection"))
  socket.once("end", () => socket.destroy())
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
        await writeChunk(socket, bytes.subarray(at, at + CHUNK_BYTES))
    },
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

function connected(address: { host: string; port: number }): Promise<Socket> {
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

function writeChunk(socket: Socket, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the printer took no data for ${WRITE_TIMEOUT_MS} ms`))
    }, WRITE_TIMEOUT_MS)
    socket.write(chunk, (error) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    })
  })
}
