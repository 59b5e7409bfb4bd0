/** Carries out ESC/POS commands on paper: modes, code pages, rows, codes, cuts. Knows nothing of wires and status. */
import { charactersAt, type PageName, type PrinterProfile } from "../printing/index.ts"
import { columnsOf, type Letter, type Paper, type PaperAlign, type PaperRow, PLAIN, type Style } from "./paper.ts"
import type { EscposCommand } from "./read-command.ts"

const ALIGNS: readonly PaperAlign[] = ["left", "center", "right"]
const DOTS_PER_ROW = 30
const QR_SIZE = 3
const BARCODE_HEIGHT = 162
const TAB = 8

export interface Pulse {
  readonly pin: number
  readonly onMs: number
  readonly offMs: number
}

export interface PrintHeadEvents {
  onRow?(): void
  onCut?(paper: Paper): void
  onPulse?(pulse: Pulse): void
}

export interface PrintHead {
  run(command: EscposCommand): void
  /** What is in the printer and not yet cut. */
  paper(): Paper
  /** Tears off what is there. */
  tear(): Paper
}

export interface PrintHeadOptions {
  readonly columns: number
  readonly profile: PrinterProfile
  /** For bytes that name no page themselves. */
  readonly codepage?: PageName | undefined
}

interface Modes {
  style: Style
  align: PaperAlign
  characters: readonly number[]
  qr: { size: number; data: string }
  barcodeHeight: number
}

interface Head {
  readonly options: PrintHeadOptions
  readonly events: PrintHeadEvents
  rows: PaperRow[]
  letters: Letter[]
  modes: Modes
}

export function createPrintHead(options: PrintHeadOptions, events: PrintHeadEvents = {}): PrintHead {
  const head: Head = { options, events, rows: [], letters: [], modes: freshModes(options) }
  return {
    run: (command) => {
      if (command.kind === "text") print(head, head.modes.characters[command.byte] ?? command.byte)
      else VERBS[command.name]?.(head, command.args, command.data)
    },
    paper: () => ({ columns: options.columns, rows: [...head.rows] }),
    tear: () => tear(head),
  }
}

type Verb = (head: Head, args: readonly number[], data: Uint8Array) => void

const VERBS: Readonly<Record<string, Verb>> = {
  LF: feedRow,
  HT: (head) => {
    const stop = (Math.floor(columnsOf(head.letters) / TAB) + 1) * TAB
    while (columnsOf(head.letters) < Math.min(stop, head.options.columns)) print(head, 0x20)
  },
  "ESC @": (head) => {
    head.letters = []
    head.modes = freshModes(head.options)
  },
  "ESC t": ({ modes, options }, [page = 0]) => {
    modes.characters = charactersOfPage(page, options.profile)
  },
  "ESC E": ({ modes }, [on = 0]) => restyle(modes, { bold: (on & 1) === 1 }),
  "ESC G": ({ modes }, [on = 0]) => restyle(modes, { bold: (on & 1) === 1 }),
  "ESC -": ({ modes }, [on = 0]) => restyle(modes, { underline: (on & 3) !== 0 }),
  "GS B": ({ modes }, [on = 0]) => restyle(modes, { inverse: (on & 1) === 1 }),
  "GS !": ({ modes }, [size = 0]) => restyle(modes, { wide: ((size >> 4) & 7) + 1, tall: (size & 7) + 1 }),
  "ESC !": ({ modes }, [mode = 0]) => {
    const underline = (mode & 128) !== 0
    restyle(modes, { bold: (mode & 8) !== 0, tall: mode & 16 ? 2 : 1, wide: mode & 32 ? 2 : 1, underline })
  },
  "ESC a": ({ modes }, [align = 0]) => {
    modes.align = ALIGNS[align % 48] ?? "left"
  },
  "ESC d": (head, [count = 0]) => feed(head, count),
  "ESC J": (head, [dots = 0]) => feed(head, Math.floor(dots / DOTS_PER_ROW)),
  "GS h": ({ modes }, [dots = BARCODE_HEIGHT]) => {
    modes.barcodeHeight = dots
  },
  "GS k": (head, _, data) => {
    const { barcodeHeight, align } = head.modes
    push(head, { kind: "barcode", data: barcodeText(data), height: barcodeHeight, align })
  },
  "GS (": (head, [group = 0], data) => {
    const isPrinted = group === 0x6b && twoDimensional(head.modes, data)
    if (isPrinted) push(head, { kind: "qr", ...head.modes.qr, align: head.modes.align })
  },
  "GS v": (head, [, , xl = 0, xh = 0, yl = 0, yh = 0], bits) =>
    push(head, { kind: "raster", across: xl + xh * 256, height: yl + yh * 256, bits, align: head.modes.align }),
  "ESC p": ({ events }, [pin = 0, on = 0, off = 0]) => events.onPulse?.({ pin: pin & 1, onMs: on * 2, offMs: off * 2 }),
  "GS V": cut,
  "ESC i": cut,
  "ESC m": cut,
}

function print(head: Head, code: number): void {
  const letter = { ch: String.fromCodePoint(code), style: head.modes.style }
  if (columnsOf(head.letters) + letter.style.wide > head.options.columns) feedRow(head)
  head.letters.push(letter)
}

function feedRow(head: Head): void {
  const { letters } = head
  head.letters = []
  push(head, { kind: "text", letters, align: head.modes.align })
}

function feed(head: Head, rows: number): void {
  if (head.letters.length > 0) feedRow(head)
  for (let i = 0; i < rows; i++) feedRow(head)
}

function push(head: Head, row: PaperRow): void {
  if (head.letters.length > 0) feedRow(head)
  head.rows.push(row)
  head.events.onRow?.()
}

function cut(head: Head): void {
  head.events.onCut?.(tear(head))
}

function tear(head: Head): Paper {
  feed(head, 0)
  const { rows } = head
  head.rows = []
  return { columns: head.options.columns, rows }
}

function freshModes(options: PrintHeadOptions): Modes {
  const characters = options.codepage ? charactersAt(options.codepage) : charactersOfPage(0, options.profile)
  return { style: PLAIN, align: "left", characters, qr: { size: QR_SIZE, data: "" }, barcodeHeight: BARCODE_HEIGHT }
}

function restyle(modes: Modes, change: Partial<Style>): void {
  modes.style = { ...modes.style, ...change }
}

/** A page that the printer does not have leaves it with its first one, and the accents come out wrong, as they would. */
function charactersOfPage(number: number, profile: PrinterProfile): readonly number[] {
  const found = Object.entries(profile.pageNumbers).find(([, n]) => n === number)
  return charactersAt((found?.[0] as PageName | undefined) ?? "cp437")
}

/** Takes in a part of a QR code; true when it is to be printed. */
function twoDimensional(modes: Modes, data: Uint8Array): boolean {
  const [kind, verb] = data
  if (kind !== 0x31) return false
  if (verb === 0x43) modes.qr = { ...modes.qr, size: data[2] ?? QR_SIZE }
  if (verb === 0x50) modes.qr = { ...modes.qr, data: new TextDecoder().decode(data.subarray(3)) }
  return verb === 0x51
}

/** Code 128 names its set in two letters which are not printed. */
function barcodeText(data: Uint8Array): string {
  return String.fromCharCode(...data).replace(/^\{[ABC]/, "")
}
