/** Turns a printer's bytes into the receipt that they print, as text and picture. */
import { findProfile, type PageName, type PrinterProfile } from "../printing/index.ts"
import { drawPaper } from "./draw-paper.ts"
import { type Paper, textOf } from "./paper.ts"
import { createPrintHead, type Pulse } from "./print-head.ts"
import { createReader } from "./read-star.ts"

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

/** What a printer of the profile does with the bytes. */
export interface ReadReceipt extends Receipt {
  readonly pulses: readonly Pulse[]
  /** Commands that the model does not have. */
  readonly unknown: readonly string[]
}

/** Returns everything that the bytes print as one receipt, also where they cut in between. */
export function renderReceipt(bytes: Uint8Array, options: RenderOptions): ReadReceipt {
  const { paper, ...others } = readPaper(bytes, options)
  return { ...receiptOf(paper), ...others }
}

export function receiptOf(paper: Paper): Receipt {
  return { text: textOf(paper), svg: drawPaper(paper) }
}

function readPaper(bytes: Uint8Array, options: RenderOptions): { paper: Paper; pulses: Pulse[]; unknown: string[] } {
  const profile = options.profile ?? (findProfile(PROFILE_DEFAULT) as PrinterProfile)
  const reader = createReader(profile)
  const pieces: Paper[] = []
  const pulses: Pulse[] = []
  const unknown: string[] = []
  const head = createPrintHead(
    { columns: options.width, profile, codepage: options.codepage },
    {
      onCut: (paper) => pieces.push(paper),
      onPulse: (pulse) => pulses.push(pulse),
      onUnknown: (name) => unknown.push(name),
    },
  )
  for (let at = 0; at < bytes.length; ) {
    const read = reader(bytes, at)
    if (read === null) break
    head.run(read.command)
    at = read.next
  }
  const paper = { columns: options.width, rows: [...pieces, head.tear()].flatMap(({ rows }) => rows) }
  return { paper, pulses, unknown }
}
