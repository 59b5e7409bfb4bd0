/** A message as a gzip of its JSON: told from plain JSON by its first bytes, and never unpacked beyond what a message may be. */
import { gunzipSync, gzipSync } from "node:zlib"

const MAGIC = [0x1f, 0x8b] as const
/** Rows of one kind repeat themselves so much that a quick look finds nearly all of it. */
const LEVEL = 3
/** What comes out is gathered in pieces of this: one that is far too large for a small message takes longer to get than to fill. */
const PIECE_BYTES = { least: 512, most: 16_384 }
/** What a small message becomes when it is unpacked, of itself. */
const GROWTH = 4

export function gzipMessage(text: string): Buffer {
  return gzipSync(text, { level: LEVEL, chunkSize: pieceFor(text.length) })
}

/** The bytes of the message; null when it is no whole gzip, or would become more than `bytesMax`. What is not compressed stays as it is. */
export function unpackMessage(payload: Uint8Array, bytesMax: number): Uint8Array | null {
  if (payload[0] !== MAGIC[0] || payload[1] !== MAGIC[1]) return payload
  try {
    return gunzipSync(payload, { maxOutputLength: bytesMax, chunkSize: pieceFor(payload.length * GROWTH) })
  } catch {
    return null
  }
}

function pieceFor(bytes: number): number {
  return Math.min(PIECE_BYTES.most, Math.max(PIECE_BYTES.least, bytes))
}
