/** A cable between two programs that can be pulled, one way or both: a TCP proxy on loopback. */
import { connect, createServer, type Server, type Socket } from "node:net"

const SLICE_BYTES = 512

export interface Cable {
  readonly port: number
  /** Connections break and new ones are refused at once. */
  pull(): void
  /** What the far end answers no longer arrives; what is sent still does. */
  deafen(): void
  /** What the near end says no longer arrives; what it is told still does. */
  mute(): void
  /** The connections of now are cut without a word, as by a router that forgot them; new ones work. */
  forget(): void
  /** All that comes from now on comes later, and in small slices; 0 ends that. */
  slow(delayMs: number): void
  mend(): void
  close(): Promise<void>
}

export async function layCable(to: { host: string; port: number }): Promise<Cable> {
  const sockets = new Set<Socket>()
  let pulled = false
  let deaf = false
  let mute = false
  let delayMs = 0
  const forgotten = new WeakSet<Socket>()
  const server = createServer((near) => {
    if (pulled) return void near.destroy()
    const far = connect(to.port, to.host)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.once("close", () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on("data", (bytes) => {
      if (!mute) carry(far, bytes)
    })
    far.on("data", (bytes) => {
      if (!deaf) carry(near, bytes)
    })
  })
  const carry = (to: Socket, bytes: Buffer) => {
    if (forgotten.has(to)) return
    if (delayMs === 0) return void to.write(bytes)
    // Timers of one length end in their order.
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      const slice = bytes.subarray(at, at + SLICE_BYTES)
      setTimeout(() => to.writable && to.write(slice), delayMs)
    }
  }
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: await listening(server),
    pull() {
      pulled = true
      breakAll()
    },
    deafen() {
      deaf = true
    },
    mute() {
      mute = true
    },
    forget() {
      for (const socket of sockets) forgotten.add(socket)
    },
    slow(ms) {
      delayMs = ms
    },
    mend() {
      pulled = false
      // What was swallowed cannot come back on the same connection.
      if (deaf || mute) breakAll()
      deaf = false
      mute = false
    },
    close() {
      breakAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address ? address.port : 0)
    })
  })
}
