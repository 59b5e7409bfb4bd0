/** SHA-256 of a text, synchronous and without a library, so that hub, box and browser compute the same hash. */

const ROUND = Int32Array.from(primes(64), (p) => fraction(Math.cbrt(p)))
const START = Int32Array.from(primes(8), (p) => fraction(Math.sqrt(p)))
/** The message schedule of the current block. */
const schedule = new Int32Array(64)

/** Returns 64 hexadecimal digits. */
export function sha256(text: string): string {
  const words = padded(new TextEncoder().encode(text))
  const state = Int32Array.from(START)
  for (let at = 0; at < words.length; at += 16) compress(state, words, at)
  let hash = ""
  for (const word of state) hash += (word >>> 0).toString(16).padStart(8, "0")
  return hash
}

/** JSON with sorted object keys and without `undefined`, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  })
}

function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(((bytes.length + 8) >> 6) * 16 + 16)
  for (let i = 0; i < bytes.length; i++) words[i >> 2] = (words[i >> 2] ?? 0) | ((bytes[i] ?? 0) << (24 - (i % 4) * 8))
  words[bytes.length >> 2] = (words[bytes.length >> 2] ?? 0) | (0x80 << (24 - (bytes.length % 4) * 8))
  words[words.length - 2] = Math.floor(bytes.length / 0x20000000)
  words[words.length - 1] = bytes.length << 3
  return words
}

function compress(state: Int32Array, words: Int32Array, at: number): void {
  const w = schedule
  for (let i = 0; i < 16; i++) w[i] = words[at + i] as number
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] as number
    const b = w[i - 2] as number
    const s0 = rotateRight(a, 7) ^ rotateRight(a, 18) ^ (a >>> 3)
    const s1 = rotateRight(b, 17) ^ rotateRight(b, 19) ^ (b >>> 10)
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (w[i] as number)) | 0
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const made = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (made[i] as number)
}

function rotateRight(word: number, by: number): number {
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
