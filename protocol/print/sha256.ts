/** SHA-256 of a text in plain arithmetic, so that hub, box and browser give a template and a report the same hash. */

const ROUND = primes(64).map((p) => fraction(Math.cbrt(p)))
const START = primes(8).map((p) => fraction(Math.sqrt(p)))

/** Hash as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const words = padded(new TextEncoder().encode(text))
  const state = [...START]
  for (let at = 0; at < words.length; at += 16) compress(state, words.subarray(at, at + 16))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
}

/** The same value always gives the same text: object keys in order, `undefined` left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  })
}

function padded(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(((bytes.length + 8) >> 6) * 16 + 16)
  bytes.forEach((byte, i) => {
    words[i >> 2] = (words[i >> 2] ?? 0) | (byte << (24 - (i % 4) * 8))
  })
  words[bytes.length >> 2] = (words[bytes.length >> 2] ?? 0) | (0x80 << (24 - (bytes.length % 4) * 8))
  words[words.length - 2] = Math.floor(bytes.length / 0x20000000)
  words[words.length - 1] = bytes.length << 3
  return words
}

function compress(state: number[], block: Uint32Array): void {
  const w = Array.from(block)
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] as number
    const b = w[i - 2] as number
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    w.push(((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0)
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (w[i] as number)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] as number) + word) | 0
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x100000000) | 0
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n)
  return found
}
