/** Puts each receipt into a directory as text and picture, numbered as they came out. */
import { readdirSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { makeDirectory } from "../../runtime/make-directory.ts"
import { drawPng } from "./draw-png.ts"
import type { Receipt } from "./render-receipt.ts"

const DIGITS = 4

export interface ReceiptWriter {
  write(receipt: Receipt): void
  /** When all are on disk; throws where one could not be written. */
  done(): Promise<void>
}

/** Goes on counting where an earlier run in the same directory stopped. */
export function createReceiptWriter(dir: string): ReceiptWriter {
  makeDirectory(dir)
  const taken = readdirSync(dir).flatMap((name) => /^receipt-(\d+)\.txt$/.exec(name)?.[1] ?? [])
  let n = Math.max(0, ...taken.map(Number))
  let last = Promise.resolve()
  return {
    write: (receipt) => {
      n += 1
      const base = join(dir, `receipt-${String(n).padStart(DIGITS, "0")}`)
      last = last.then(async () => {
        await writeFile(`${base}.svg`, receipt.svg)
        await writeFile(`${base}.png`, await drawPng(receipt.svg))
        await writeFile(`${base}.txt`, receipt.text)
      })
      last.catch(() => undefined)
    },
    done: () => last,
  }
}
