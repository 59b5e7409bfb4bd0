/** Chance from a seed: the same seed, the same run. */

export interface Random {
  /** 0 to 1, without 1. */
  next(): number
  /** 0 to `below` - 1. */
  whole(below: number): number
  between(low: number, high: number): number
  happens(share: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(size: number): Uint8Array
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: small, and good enough for faults.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    whole: (below) => Math.floor(next() * below),
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    happens: (share) => next() < share,
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T,
    bytes(size) {
      const bytes = new Uint8Array(size)
      for (let at = 0; at < size; at += 1) bytes[at] = Math.floor(next() * 256)
      return bytes
    },
  }
}
