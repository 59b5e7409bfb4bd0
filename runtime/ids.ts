/** Makes identifiers: UUID v7 (in time order, because random keys halve the write rate), short hex, and secrets. */
import { randomBytes } from "node:crypto"
import type { Clock } from "./clock.ts"

const COUNTER_MAX = 0xfff
const SECRET_BYTES = 32
/** Random bytes are requested in blocks, because a request for a few costs as much as one for thousands. */
const POOL_BYTES = 4096

export interface Ids {
  /** UUID v7, strictly increasing within one `Ids`, also when the clock goes back. */
  uuid(): string
  /** 12 hex digits (48 bits): the caller needs a unique index and must retry on a collision. */
  hex12(): string
  /** A readable prefix and 256 random bits in base64url. */
  secret(prefix?: string): string
  token(): string
}

interface IdsOptions {
  readonly clock: Clock
  /** Replaced by the simulator, so that a seed gives the same ids. */
  readonly random?: (size: number) => Uint8Array
}

export function createIds(options: IdsOptions): Ids {
  const random = options.random ?? createPool()
  const drawSecret = options.random ?? randomBytes
  const nextTick = createTicks(options.clock, random)
  const secret = (prefix = "") => prefix + Buffer.from(drawSecret(SECRET_BYTES)).toString("base64url")
  return {
    uuid: () => formatUuid(nextTick(), random(8)),
    hex12: () => Buffer.from(random(6)).toString("hex"),
    secret,
    token: () => secret(),
  }
}

function createPool(): (size: number) => Uint8Array {
  let pool = randomBytes(POOL_BYTES)
  let at = 0
  return (size) => {
    if (at + size > pool.length) {
      pool = randomBytes(POOL_BYTES)
      at = 0
    }
    at += size
    return pool.subarray(at - size, at)
  }
}

interface Tick {
  readonly ms: number
  readonly counter: number
}

/** RFC 9562, method 1: within a millisecond, or after the clock went back, a counter keeps the order. */
function createTicks(clock: Clock, random: (size: number) => Uint8Array): () => Tick {
  let ms = -1
  let counter = 0
  return () => {
    const now = clock.ms()
    if (now > ms) {
      ms = now
      counter = (random(1)[0] ?? 0) << 2
    } else if (counter < COUNTER_MAX) counter += 1
    else {
      ms += 1
      counter = 0
    }
    return { ms, counter }
  }
}

function formatUuid(tick: Tick, tail: Uint8Array): string {
  const time = tick.ms.toString(16).padStart(12, "0")
  const counter = tick.counter.toString(16).padStart(3, "0")
  const end = Buffer.from(tail)
  end[0] = ((end[0] ?? 0) & 0x3f) | 0x80
  const rest = end.toString("hex")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${rest.slice(0, 4)}-${rest.slice(4)}`
}
