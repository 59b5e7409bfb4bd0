/** Checks that a disk has room for a large write, because a full disk stops the sales on the same machine. */
import { statfsSync } from "node:fs"

const MIB = 1024 * 1024
/** Must stay free for sales. */
const RESERVED_BYTES = 80 * MIB

export class NoRoom extends Error {
  override readonly name = "NoRoom"
}

export type FreeBytes = (dir: string) => number

const freeBytesOf: FreeBytes = (dir) => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/** `dir` must exist. Throws `NoRoom`, whose message has the needed and the free space. */
export function checkRoom(dir: string, neededBytes: number, freeBytes: FreeBytes = freeBytesOf): void {
  const [free, needed] = [freeBytes(dir), neededBytes + RESERVED_BYTES]
  if (free < needed)
    throw new NoRoom(`the disk is too full: ${inMib(needed)} MiB are needed, ${inMib(free)} MiB are free`)
}

function inMib(bytes: number): string {
  return Math.ceil(bytes / MIB).toString()
}
