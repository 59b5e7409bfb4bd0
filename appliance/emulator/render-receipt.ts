/** Turns a printer's bytes into the receipt that they print, as text and picture. */
import { findProfile, type PageName, type PrinterProfile } from "../printing/index.ts"
import { drawPaper } from "./draw-paper.ts"
import { type Paper, textOf } from "./paper.ts"
import { createPrintHead } from "./print-head.ts"
import { readerFor } from "./read-star.ts"

const PROFILE_DEFAULT = "generic-80"

export interface RenderOptions {
  readonly width: number
  /** The page of bytes that select none. */
  readonly codepage?: PageName
  readonly profile?: PrinterProfile
}

export interface Receipt {
  readonly text: string
  readonly svg: string
}

/** Returns everything that the bytes print as one receipt, also where they cut in between. */
export function renderReceipt(bytes: Uint8Array, options: RenderOptions): Receipt {
  return receiptOf(paperOf(bytes, options))
}

export function receiptOf(paper: Paper): Receipt {
  return { text: textOf(paper), svg: drawPaper(paper) }
}

function paperOf(bytes: Uint8Array, options: RenderOptions): Paper {
  const profile = options.profile ?? (findProfile(PROFILE_DEFAULT) as PrinterProfile)
  const reader = readerFor(profile)
  const pieces: Paper[] = []
  const head = createPrintHead(
    { columns: options.width, profile, codepage: options.codepage },
    { onCut: (paper) => pieces.push(paper) },
  )
  for (let at = 0; at < bytes.length; ) {
    const read = reader(bytes, at)
    if (read === null) break
    head.run(read.command)
    at = read.next
  }
  return { columns: options.width, rows: [...pieces, head.tear()].flatMap((paper) => paper.rows) }
}
