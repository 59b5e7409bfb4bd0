/** Writes each receipt into a directory as text and picture, numbered in order. */
import { readdirSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { makeDirectory } from "../../runtime/make-directory.ts"
import { drawPng } from "./draw-png.ts"
import type { Receipt } from "./render-receipt.ts"

const DIGITS = 4

interface ReceiptWriter {
  write(receipt: Receipt): void
  /** Resolves when all receipts are on disk; rejects where one could not be written. */
  done(): Promise<void>
}

/** The numbers continue those of an earlier run in the same directory. */
export function createReceiptWriter(dir: string): ReceiptWriter {
  makeDirectory(dir)
  const usedNumbers = readdirSync(dir).flatMap((name) => /^receipt-(\d+)\.txt$/.exec(name)?.[1] ?? [])
  let n = Math.max(0, ...usedNumbers.map(Number))
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
