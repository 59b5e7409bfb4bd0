/** The line into the emulated printer, which may be slow, broken, or break in the middle of a job; a full printer lets it wait. */

const DRIP_EVERY_MS = 20
const FULL_LOOK_MS = 20

export type Reply = (bytes: Uint8Array) => void

export interface ConnectionEnd {
  receive(bytes: Uint8Array, reply: Reply): void
  /** No more bytes until the printer has worked some off. */
  isFull(): boolean
}

export interface FaultyConnection {
  /** A promise where the line holds its sender back. */
  receive(bytes: Uint8Array, reply: Reply): Promise<void> | undefined
  /** Bytes go nowhere, in either direction. */
  breakIt(isBroken: boolean): void
  isBroken(): boolean
  /** So many bytes a second, or null for as fast as they come. */
  slow(bytesPerSecond: number | null): void
  isSlow(): boolean
  /** Once so many more bytes have come through, `trip` happens. */
  after(bytes: number, trip: () => void): void
}

export function createFaultyConnection(end: ConnectionEnd): FaultyConnection {
  const line = { isBroken: false, bytesPerSecond: null as number | null }
  let coming: { left: number; readonly trip: () => void } | null = null
  let waiting = Promise.resolve()
  let isWaiting = 0
  const pass = (bytes: Uint8Array, reply: Reply) => {
    let rest = bytes
    if (coming !== null && rest.length >= coming.left) {
      const { left, trip } = coming
      coming = null
      if (!line.isBroken) end.receive(rest.subarray(0, left), reply)
      rest = rest.subarray(left)
      trip()
    } else if (coming !== null) coming.left -= rest.length
    if (!line.isBroken && rest.length > 0) end.receive(rest, reply)
  }
  const drip = async (bytes: Uint8Array, reply: Reply) => {
    for (let at = 0; at < bytes.length; ) {
      while (end.isFull() && !line.isBroken) await pause(FULL_LOOK_MS)
      const { bytesPerSecond } = line
      const piece =
        bytesPerSecond === null ? bytes.length : Math.max(1, Math.round((bytesPerSecond * DRIP_EVERY_MS) / 1000))
      pass(bytes.subarray(at, at + piece), reply)
      at += piece
      if (bytesPerSecond !== null) await pause(DRIP_EVERY_MS)
    }
    isWaiting -= 1
  }
  return {
    receive: (bytes, reply) => {
      const answer: Reply = (said) => (line.isBroken ? undefined : reply(said))
      if (line.bytesPerSecond === null && isWaiting === 0 && !end.isFull()) {
        pass(bytes, answer)
        return undefined
      }
      isWaiting += 1
      waiting = waiting.then(() => drip(bytes, answer))
      return waiting
    },
    breakIt: (isBroken) => {
      line.isBroken = isBroken
    },
    isBroken: () => line.isBroken,
    slow: (bytesPerSecond) => {
      line.bytesPerSecond = bytesPerSecond
    },
    isSlow: () => line.bytesPerSecond !== null,
    after: (bytes, trip) => {
      coming = { left: bytes, trip }
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
