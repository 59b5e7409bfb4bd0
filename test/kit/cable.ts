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
  /**
   * The connection on which the near end says these words next, in one piece with what it says besides, ends there: before they get through, or when
   * the far end has answered them, without the answer.
   */
  cutAt(words: string, moment: "said" | "answered"): void
  /** The connections of now end, as when the far end goes; resolves when the near ends know. */
  hangUp(): Promise<void>
  /** All that comes from now on comes later, and in small slices; 0 ends that. */
  slow(delayMs: number): void
  mend(): void
  close(): Promise<void>
}

export async function layCable(to: { host: string; port: number }): Promise<Cable> {
  const sockets = new Set<Socket>()
  /** The near end of each connection, with its far one. */
  const pairs = new Map<Socket, Socket>()
  const cut = createCut()
  let pulled = false
  let deaf = false
  let mute = false
  let delayMs = 0
  const forgotten = new WeakSet<Socket>()
  const server = createServer((near) => {
    if (pulled) return void near.destroy()
    const far = connect(to.port, to.host)
    pairs.set(near, far)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.once("close", () => {
        sockets.delete(socket)
        pairs.delete(near)
        near.destroy()
        far.destroy()
      })
    }
    near.on("data", (bytes) => {
      if (cut.isAtSaid(near, bytes)) void end(near, far)
      else if (!mute) carry(far, bytes)
    })
    far.on("data", (bytes) => {
      if (cut.isAtAnswer(near)) void end(near, far)
      else if (!deaf) carry(near, bytes)
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
  /** Nothing more goes either way. It is for the near end to close: then it is known to have seen the end. */
  const end = (near: Socket, far: Socket) => {
    for (const socket of [near, far]) forgotten.add(socket)
    const closed = new Promise<void>((resolve) => near.once("close", () => resolve()))
    near.end()
    return closed
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
    cutAt: cut.at,
    async hangUp() {
      await Promise.all([...pairs].map(([near, far]) => end(near, far)))
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

/** Where the next connection is to be cut; one that is waited for at a time. */
function createCut() {
  let next: { readonly words: string; readonly moment: "said" | "answered" } | null = null
  const answerless = new WeakSet<Socket>()
  return {
    at(words: string, moment: "said" | "answered") {
      next = { words, moment }
    },
    isAtSaid(near: Socket, bytes: Buffer): boolean {
      if (next === null || !bytes.includes(next.words)) return false
      const { moment } = next
      next = null
      if (moment === "answered") answerless.add(near)
      return moment === "said"
    },
    isAtAnswer: (near: Socket) => answerless.has(near),
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
