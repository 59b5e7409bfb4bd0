/** The connection into the emulated printer. It can be slow, broken, or break in the middle of a job, and it waits for a full printer. */

const PIECE_EVERY_MS = 20
const FULL_RETRY_MS = 20

export type Reply = (bytes: Uint8Array) => void

interface BufferedReceiver {
  receive(bytes: Uint8Array, reply: Reply): void
  /** While true, it takes no bytes. */
  isFull(): boolean
}

export interface FaultyConnection {
  /** Returns a promise where the sender must wait. */
  receive(bytes: Uint8Array, reply: Reply): Promise<void> | undefined
  /** While broken, bytes are lost in both directions. */
  setBroken(isBroken: boolean): void
  isBroken(): boolean
  /** Null for no limit. */
  setSpeed(bytesPerSecond: number | null): void
  isSlow(): boolean
  /** Calls `run` after so many more bytes. */
  runAfter(bytes: number, run: () => void): void
}

export function createFaultyConnection(printer: BufferedReceiver): FaultyConnection {
  const line = { isBroken: false, bytesPerSecond: null as number | null }
  let scheduled: { left: number; readonly run: () => void } | null = null
  let waiting = Promise.resolve()
  let waitingChunks = 0
  const deliver = (bytes: Uint8Array, reply: Reply) => {
    let rest = bytes
    if (scheduled !== null && rest.length >= scheduled.left) {
      const { left, run } = scheduled
      scheduled = null
      if (!line.isBroken) printer.receive(rest.subarray(0, left), reply)
      rest = rest.subarray(left)
      run()
    } else if (scheduled !== null) scheduled.left -= rest.length
    if (!line.isBroken && rest.length > 0) printer.receive(rest, reply)
  }
  const deliverSlowly = async (bytes: Uint8Array, reply: Reply) => {
    for (let at = 0; at < bytes.length; ) {
      while (printer.isFull() && !line.isBroken) await pause(FULL_RETRY_MS)
      const { bytesPerSecond } = line
      const piece =
        bytesPerSecond === null ? bytes.length : Math.max(1, Math.round((bytesPerSecond * PIECE_EVERY_MS) / 1000))
      deliver(bytes.subarray(at, at + piece), reply)
      at += piece
      if (bytesPerSecond !== null) await pause(PIECE_EVERY_MS)
    }
    waitingChunks -= 1
  }
  return {
    receive: (bytes, reply) => {
      const answer: Reply = (bytesBack) => (line.isBroken ? undefined : reply(bytesBack))
      if (line.bytesPerSecond === null && waitingChunks === 0 && !printer.isFull()) {
        deliver(bytes, answer)
        return undefined
      }
      waitingChunks += 1
      waiting = waiting.then(() => deliverSlowly(bytes, answer))
      return waiting
    },
    setBroken: (isBroken) => {
      line.isBroken = isBroken
    },
    isBroken: () => line.isBroken,
    setSpeed: (bytesPerSecond) => {
      line.bytesPerSecond = bytesPerSecond
    },
    isSlow: () => line.bytesPerSecond !== null,
    runAfter: (bytes, run) => {
      scheduled = { left: bytes, run }
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
