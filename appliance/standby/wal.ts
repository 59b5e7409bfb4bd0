/** SQLite's write-ahead log as bytes: how far it holds whole transactions (sqlite.org/fileformat2.html, section 4). */

export const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** The lowest bit says in which order the checksums read their words. */
const MAGIC = 0x377f0682
const SUMMED_OF_HEADER = 24
const SUMMED_OF_FRAME = 8

/** A position in a log, at the end of a transaction. */
export interface WalPosition {
  /** The salts of its header. They change each time SQLite restarts the log. */
  readonly generation: string
  /** Counts the restarts of the log. */
  readonly round: number
  readonly end: number
  readonly pageBytes: number
  readonly bigEndian: boolean
  /** The running checksum at `end`. */
  readonly sums: readonly [number, number]
}

/** Null for an empty or torn log. */
export function readWalHeader(bytes: Buffer): WalPosition | null {
  if (bytes.length < WAL_HEADER_BYTES) return null
  const magic = bytes.readUInt32BE(0)
  if ((magic & ~1) >>> 0 !== MAGIC) return null
  const bigEndian = (magic & 1) === 1
  const sums = addSums([0, 0], bytes.subarray(0, SUMMED_OF_HEADER), bigEndian)
  if (sums[0] !== bytes.readUInt32BE(24) || sums[1] !== bytes.readUInt32BE(28)) return null
  const size = bytes.readUInt32BE(8)
  const pageBytes = size === 1 ? 65_536 : size
  const generation = bytes.toString("hex", 16, 24)
  return { generation, round: bytes.readUInt32BE(12), end: WAL_HEADER_BYTES, pageBytes, bigEndian, sums }
}

/**
 * Reads the bytes after `place` up to the end of the last complete transaction. A frame of another generation, or with a wrong checksum,
 * ends it, as it does when SQLite opens the file.
 */
export function followWal(place: WalPosition, bytes: Buffer): WalPosition {
  const { pageBytes, bigEndian, generation } = place
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  let whole = place
  let sums = place.sums
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    if (bytes.toString("hex", at + 8, at + 16) !== generation) break
    sums = addSums(sums, bytes.subarray(at, at + SUMMED_OF_FRAME), bigEndian)
    sums = addSums(sums, bytes.subarray(at + FRAME_HEADER_BYTES, at + frameBytes), bigEndian)
    if (sums[0] !== bytes.readUInt32BE(at + 16) || sums[1] !== bytes.readUInt32BE(at + 20)) break
    const pagesAfterCommit = bytes.readUInt32BE(at + 4)
    if (pagesAfterCommit !== 0) whole = { ...place, end: place.end + at + frameBytes, sums }
  }
  return whole
}

function addSums([first, second]: readonly [number, number], bytes: Buffer, bigEndian: boolean): [number, number] {
  let [one, two] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0
    two = (two + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0
  }
  return [one, two]
}
