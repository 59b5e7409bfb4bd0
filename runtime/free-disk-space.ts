/** Looks whether a disk has room for what is about to be written: whoever fills it to the brim stops the sales beside it. */
import { statfsSync } from "node:fs"

const MIB = 1024 * 1024
/** Stays free for what the machine is there for. */
const KEPT_BYTES = 80 * MIB

export class NoRoom extends Error {
  override readonly name = "NoRoom"
}

export type FreeBytes = (dir: string) => number

const freeBytesOf: FreeBytes = (dir) => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/** `dir` exists. Throws `NoRoom` with the figures that a person needs. */
export function checkRoom(dir: string, neededBytes: number, freeBytes: FreeBytes = freeBytesOf): void {
  const [free, needed] = [freeBytes(dir), neededBytes + KEPT_BYTES]
  if (free < needed)
    throw new NoRoom(`the disk has no room for it: ${inMib(needed)} MiB are needed, ${inMib(free)} are free`)
}

function inMib(bytes: number): string {
  return Math.ceil(bytes / MIB).toString()
}
