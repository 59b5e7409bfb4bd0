/** Compresses and unpacks MQTT messages. Compressed ones are recognised by the first bytes, and unpacked up to a size limit. */
import { gunzipSync, gzipSync } from "node:zlib"

const MAGIC = [0x1f, 0x8b] as const
/** Operations repeat themselves so much that a fast level compresses nearly as well. */
const LEVEL = 3
/** Limits of the output buffer: allocating one that is too large takes longer than filling it. */
const CHUNK_BYTES = { least: 512, most: 16_384 }
/** Expected ratio of unpacked to compressed size. */
const GROWTH = 4

export function gzipMessage(text: string): Buffer {
  return gzipSync(text, { level: LEVEL, chunkSize: chunkSizeFor(text.length) })
}

/** The message's bytes; an uncompressed payload is returned unchanged. Null for a broken gzip or one larger than `bytesMax`. */
export function unpackMessage(payload: Uint8Array, bytesMax: number): Uint8Array | null {
  if (payload[0] !== MAGIC[0] || payload[1] !== MAGIC[1]) return payload
  try {
    return gunzipSync(payload, { maxOutputLength: bytesMax, chunkSize: chunkSizeFor(payload.length * GROWTH) })
  } catch {
    return null
  }
}

function chunkSizeFor(bytes: number): number {
  return Math.min(CHUNK_BYTES.most, Math.max(CHUNK_BYTES.least, bytes))
}
