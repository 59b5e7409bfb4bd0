/** SHA-384 in plain arithmetic (FIPS 180-4) for Colombia's CUFE, so that hub, box and browser can run it. */

const WORD = 64n
const MASK = (1n << WORD) - 1n
const BLOCK_BYTES = 128
const ROUNDS = 80
const ROUND = primes(ROUNDS).map((prime) => rootFraction(prime, 3n))
/** Initial state, from the 9th to the 16th prime. */
const START = primes(16)
  .slice(8)
  .map((prime) => rootFraction(prime, 2n))
const RESULT_WORDS = 6

/** Returns 96 hexadecimal digits. */
export function sha384(text: string): string {
  const bytes = padMessage(new TextEncoder().encode(text))
  let state = START
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) state = compress(state, bytes.subarray(at, at + BLOCK_BYTES))
  return state
    .slice(0, RESULT_WORDS)
    .map((word) => word.toString(16).padStart(16, "0"))
    .join("")
}

function padMessage(bytes: Uint8Array): Uint8Array {
  const length = Math.ceil((bytes.length + 17) / BLOCK_BYTES) * BLOCK_BYTES
  const all = new Uint8Array(length)
  all.set(bytes)
  all[bytes.length] = 0x80
  new DataView(all.buffer).setBigUint64(length - 8, BigInt(bytes.length) * 8n)
  return all
}

function compress(state: readonly bigint[], block: Uint8Array): bigint[] {
  const view = new DataView(block.buffer, block.byteOffset, BLOCK_BYTES)
  const w = Array.from({ length: 16 }, (_, index) => view.getBigUint64(index * 8))
  for (let i = 16; i < ROUNDS; i++) {
    const a = w[i - 15] as bigint
    const b = w[i - 2] as bigint
    const s0 = rotate(a, 1n) ^ rotate(a, 8n) ^ (a >> 7n)
    const s1 = rotate(b, 19n) ^ rotate(b, 61n) ^ (b >> 6n)
    w.push(((w[i - 16] as bigint) + s0 + (w[i - 7] as bigint) + s1) & MASK)
  }
  let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]
  for (let i = 0; i < ROUNDS; i++) {
    const s1 = rotate(e, 14n) ^ rotate(e, 18n) ^ rotate(e, 41n)
    const t1 = h + s1 + ((e & f) ^ (~e & MASK & g)) + (ROUND[i] as bigint) + (w[i] as bigint)
    const s0 = rotate(a, 28n) ^ rotate(a, 34n) ^ rotate(a, 39n)
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & MASK, c, b, a, (t1 + t2) & MASK]
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] as bigint)) & MASK)
}

function rotate(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (WORD - by))) & MASK
}

/** The first 64 fractional bits of a prime's square or cube root, as the integer root of `prime × 2^(64·degree)`. */
function rootFraction(prime: number, degree: bigint): bigint {
  const target = BigInt(prime) << (WORD * degree)
  let low = 0n
  let high = 1n << (WORD + 5n)
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** degree <= target) low = middle
    else high = middle
  }
  return low & MASK
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n)
  return found
}
