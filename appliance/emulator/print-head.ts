/** Runs ESC/POS commands on paper: styles, code pages, rows, codes, cuts. It knows nothing of connections and status. */
import { charactersAt, type PageName, type PrinterProfile } from "../printing/index.ts"
import { columnsOf, type Letter, type Paper, type PaperAlign, type PaperRow, PLAIN, type Style } from "./paper.ts"
import { type EscposCommand, NO_DATA } from "./read-command.ts"

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

interface PrintHeadEvents {
  onRow?(): void
  onCut?(paper: Paper): void
  onPulse?(pulse: Pulse): void
  /** The printer got a command that its model does not have. */
  onUnknown?(name: string): void
}

export interface PrintHead {
  run(command: EscposCommand): void
  /** The paper that is not yet cut. */
  paper(): Paper
  /** Returns the paper and starts a new one. */
  tear(): Paper
}

interface PrintHeadOptions {
  readonly columns: number
  readonly profile: PrinterProfile
  /** The page of bytes that select none. */
  readonly codepage?: PageName | undefined
}

interface Modes {
  style: Style
  align: PaperAlign
  characters: readonly number[]
  qr: { size: number; data: string }
  barcodeHeight: number
  isLineWide: boolean
  pulseMs: readonly [on: number, off: number]
}

interface Head {
  readonly options: PrintHeadOptions
  readonly events: PrintHeadEvents
  rows: PaperRow[]
  letters: Letter[]
  modes: Modes
}

export function createPrintHead(options: PrintHeadOptions, events: PrintHeadEvents = {}): PrintHead {
  const head: Head = { options, events, rows: [], letters: [], modes: initialModes(options) }
  return {
    run: (command) => {
      if (command.kind === "text") return print(head, head.modes.characters[command.byte] ?? command.byte)
      if (command.kind === "unknown" || isLacking(command, options.profile)) return events.onUnknown?.(command.name)
      COMMANDS[command.name]?.(head, command.args, command.data)
    },
    paper: () => ({ columns: options.columns, rows: [...head.rows] }),
    tear: () => tear(head),
  }
}

/** Printers of one language differ in whether they print codes and have a cutter. */
function isLacking({ name, args }: Extract<EscposCommand, { kind: "command" }>, { commands }: PrinterProfile): boolean {
  if (name === "GS (" && args[0] === 0x6b) return commands.qr === null
  return CUTS.includes(name) && commands.cut === null
}

const CUTS = ["GS V", "ESC i", "ESC m"]

type RunCommand = (head: Head, args: readonly number[], data: Uint8Array) => void

const COMMANDS: Readonly<Record<string, RunCommand>> = {
  LF: feedRow,
  HT: (head) => {
    const stop = (Math.floor(columnsOf(head.letters) / TAB) + 1) * TAB
    while (columnsOf(head.letters) < Math.min(stop, head.options.columns)) print(head, 0x20)
  },
  "ESC @": (head) => {
    head.letters = []
    head.modes = initialModes(head.options)
  },
  "ESC t": ({ modes, options }, [page = 0]) => {
    modes.characters = charactersOfPage(page, options.profile)
  },
  "ESC E": ({ modes }, [on = 0]) => setStyle(modes, { bold: (on & 1) === 1 }),
  "ESC G": ({ modes }, [on = 0]) => setStyle(modes, { bold: (on & 1) === 1 }),
  "ESC -": ({ modes }, [on = 0]) => setStyle(modes, { underline: (on & 3) !== 0 }),
  "GS B": ({ modes }, [on = 0]) => setStyle(modes, { inverse: (on & 1) === 1 }),
  "GS !": ({ modes }, [size = 0]) => setStyle(modes, { wide: ((size >> 4) & 7) + 1, tall: (size & 7) + 1 }),
  "ESC !": ({ modes }, [mode = 0]) => {
    const underline = (mode & 128) !== 0
    setStyle(modes, { bold: (mode & 8) !== 0, tall: mode & 16 ? 2 : 1, wide: mode & 32 ? 2 : 1, underline })
  },
  WIDE: ({ modes }, [on = 0]) => setStyle(modes, { wide: on & 1 ? 2 : 1 }),
  TALL: ({ modes }, [on = 0]) => setStyle(modes, { tall: on & 1 ? 2 : 1 }),
  // Ends with the line.
  "LINE WIDE": ({ modes }, [on = 0]) => {
    modes.isLineWide = on === 1
    setStyle(modes, { wide: on === 1 ? 2 : 1 })
  },
  "QR SIZE": ({ modes }, [size = QR_SIZE]) => {
    modes.qr = { ...modes.qr, size }
  },
  QR: (head, [size = head.modes.qr.size], data) =>
    push(head, { kind: "qr", data: new TextDecoder().decode(data), size, align: head.modes.align }),
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
    const isPrinted = group === 0x6b && storeQrPart(head.modes, data)
    if (isPrinted) push(head, { kind: "qr", ...head.modes.qr, align: head.modes.align })
  },
  "GS v": (head, [, , xl = 0, xh = 0, yl = 0, yh = 0], bits) =>
    push(head, { kind: "raster", bytesPerRow: xl + xh * 256, height: yl + yh * 256, bits, align: head.modes.align }),
  "ESC *": (head, [, low = 0, high = 0], data) => {
    const width = low + high * 256
    const height = width === 0 ? 0 : (data.length / width) * 8
    const bits = turnIntoRows(data, width, height)
    push(head, { kind: "raster", bytesPerRow: Math.ceil(width / 8), height, bits, align: head.modes.align })
  },
  "ESC p": ({ events }, [pin = 0, on = 0, off = 0]) => events.onPulse?.({ pin: pin & 1, onMs: on * 2, offMs: off * 2 }),
  // In steps of 10 ms, for the next pulse.
  "PULSE TIMES": ({ modes }, [on = 0, off = 0]) => {
    modes.pulseMs = [on * 10, off * 10]
  },
  "TIMED PULSE": ({ events, modes }, [pin = 0]) =>
    events.onPulse?.({ pin, onMs: modes.pulseMs[0], offMs: modes.pulseMs[1] }),
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
  const { letters, modes } = head
  head.letters = []
  if (modes.isLineWide) COMMANDS["LINE WIDE"]?.(head, [0], NO_DATA)
  push(head, { kind: "text", letters, align: head.modes.align })
}

function feed(head: Head, rows: number): void {
  if (head.letters.length > 0) feedRow(head)
  for (let i = 0; i < rows; i++) feedRow(head)
}

function push(head: Head, row: PaperRow): void {
  if (head.letters.length > 0) feedRow(head)
  const joined = joinBands(head.rows.at(-1), row)
  if (joined === null) head.rows.push(row)
  else head.rows.splice(-1, 1, joined)
  head.events.onRow?.()
}

/** The bands of a picture touch each other on paper. Null where the rows are not two bands. */
function joinBands(above: PaperRow | undefined, below: PaperRow): PaperRow | null {
  if (above?.kind !== "raster" || below.kind !== "raster") return null
  if (above.bytesPerRow !== below.bytesPerRow || above.align !== below.align) return null
  const bits = Uint8Array.from(Buffer.concat([above.bits, below.bits]))
  return { ...above, height: above.height + below.height, bits }
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

function initialModes(options: PrintHeadOptions): Modes {
  const characters = options.codepage ? charactersAt(options.codepage) : charactersOfPage(0, options.profile)
  return {
    style: PLAIN,
    align: "left",
    characters,
    qr: { size: QR_SIZE, data: "" },
    barcodeHeight: BARCODE_HEIGHT,
    isLineWide: false,
    pulseMs: [0, 0],
  }
}

function setStyle(modes: Modes, change: Partial<Style>): void {
  modes.style = { ...modes.style, ...change }
}

/** For an unknown page the printer uses its first one, so accents are printed wrong, as on a real printer. */
function charactersOfPage(number: number, profile: PrinterProfile): readonly number[] {
  const hex = number.toString(16).padStart(2, "0")
  const found = Object.entries(profile.pageCommands).find(([, command]) => command === "" || command.endsWith(hex))
  return charactersAt((found?.[0] as PageName | undefined) ?? "cp437")
}

/** Stores one part of a QR code. Returns true for the command that prints it. */
function storeQrPart(modes: Modes, data: Uint8Array): boolean {
  const [kind, part] = data
  if (kind !== 0x31) return false
  if (part === 0x43) modes.qr = { ...modes.qr, size: data[2] ?? QR_SIZE }
  if (part === 0x50) modes.qr = { ...modes.qr, data: new TextDecoder().decode(data.subarray(3)) }
  return part === 0x51
}

/** From columns of dots to rows, eight dots side by side in a byte. */
function turnIntoRows(data: Uint8Array, width: number, height: number): Uint8Array {
  const bytesPerRow = Math.ceil(width / 8)
  const rows = new Uint8Array(bytesPerRow * height)
  for (const [at, byte] of data.entries()) {
    const x = Math.floor(at / (height / 8))
    for (let bit = 0; bit < 8; bit++) {
      const y = (at % (height / 8)) * 8 + bit
      const place = y * bytesPerRow + (x >> 3)
      if (byte & (0x80 >> bit)) rows[place] = (rows[place] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return rows
}

/** Code 128 names its character set in two letters that are not printed. */
function barcodeText(data: Uint8Array): string {
  return String.fromCharCode(...data).replace(/^\{[ABC]/, "")
}
