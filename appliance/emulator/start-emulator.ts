/** The printer emulator at the wire: TCP, pseudo-terminal or both, with trouble on command and its receipts kept. */
import { findProfile, type PrinterProfile } from "../printing/index.ts"
import { createEmulatedPrinter, type EmulatedPrinter } from "./emulated-printer.ts"
import { listenTcp, type TcpPort } from "./listen-tcp.ts"
import { openPty, type Pty } from "./open-pty.ts"
import { type Paper, textOf } from "./paper.ts"
import type { Pulse } from "./print-head.ts"
import { type Receipt, receiptOf } from "./render-receipt.ts"
import type { Condition } from "./status-bytes.ts"
import { createReceiptWriter } from "./write-receipts.ts"

const PROFILE_DEFAULT = "generic-80"
const RECEIPTS_MAX = 1000

export interface EmulatorOptions {
  /** 0 lets the system choose. */
  readonly tcp?: number | undefined
  /** Where the serial port appears, as a link; the empty string for no link. */
  readonly pty?: string | undefined
  /** Each receipt is written here as `.txt`, `.svg` and `.png`. */
  readonly out?: string | undefined
  readonly profile?: string | undefined
  readonly onReceipt?: ((receipt: Receipt, n: number) => void) | undefined
  readonly onPulse?: ((pulse: Pulse) => void) | undefined
}

export interface Emulator {
  readonly profile: PrinterProfile
  /** Null where there is no network port. */
  readonly port: number | null
  readonly ptyPath: string | null
  /** Papers that were cut, the oldest first. */
  readonly receipts: readonly Receipt[]
  readonly pulses: readonly Pulse[]
  /** Text on the paper that is still in the printer. */
  uncut(): string
  condition(): Condition
  set(condition: Partial<Condition>): void
  /** In the middle of a job: paper runs out, or the cover opens, after so many rows. */
  setAfter(rows: number, condition: Partial<Condition>): void
  /** No power: connections break, the buffer is lost. */
  switchOff(): Promise<void>
  switchOn(): Promise<void>
  /** The cable is broken: it still looks connected, but nothing comes through. */
  cutCable(isCut: boolean): void
  /** When so many receipts have been cut, counted from the start. */
  waitForReceipts(count: number): Promise<void>
  /** When every receipt so far is on disk. */
  written(): Promise<void>
  stop(): Promise<void>
}

export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const profile = findProfile(options.profile ?? PROFILE_DEFAULT)
  if (profile === undefined) throw new Error(`there is no printer profile "${options.profile}"`)
  const tray = createTray(options)
  const pulses: Pulse[] = []
  const printer = createEmulatedPrinter({
    profile,
    onPaper: tray.take,
    onPulse: (pulse) => {
      pulses.push(pulse)
      options.onPulse?.(pulse)
    },
  })
  const wires = await openWires(options, printer)
  return {
    profile,
    port: wires.tcp?.port ?? null,
    ptyPath: wires.pty?.path ?? null,
    receipts: tray.receipts,
    pulses,
    uncut: () => textOf(printer.uncut()),
    condition: () => printer.condition(),
    set: (condition) => printer.change(condition),
    setAfter: (rows, condition) => printer.changeAfter(rows, condition),
    switchOff: async () => {
      wires.isDead = true
      printer.reset()
      await wires.tcp?.hangUp()
    },
    switchOn: async () => {
      await wires.tcp?.comeBack()
      wires.isDead = false
    },
    cutCable: (isCut) => {
      wires.isDead = isCut
    },
    waitForReceipts: tray.wait,
    written: tray.written,
    stop: async () => {
      wires.pty?.close()
      await wires.tcp?.hangUp()
      await tray.written()
    },
  }
}

/** Where the papers fall. */
function createTray(options: EmulatorOptions) {
  const receipts: Receipt[] = []
  const waiting = new Set<() => void>()
  const writer = options.out === undefined ? null : createReceiptWriter(options.out)
  let total = 0
  return {
    receipts,
    take: (paper: Paper) => {
      const receipt = receiptOf(paper)
      total += 1
      receipts.push(receipt)
      if (receipts.length > RECEIPTS_MAX) receipts.shift()
      writer?.write(receipt)
      options.onReceipt?.(receipt, total)
      for (const look of [...waiting]) look()
    },
    wait: (count: number): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          if (total < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    written: async () => writer?.done(),
  }
}

interface Wires {
  tcp: TcpPort | null
  pty: Pty | null
  /** Bytes go nowhere, in either direction. */
  isDead: boolean
}

async function openWires(options: EmulatorOptions, printer: EmulatedPrinter): Promise<Wires> {
  const wires: Wires = { tcp: null, pty: null, isDead: false }
  const receive = (bytes: Uint8Array, reply: (bytes: Uint8Array) => void) => {
    if (!wires.isDead) printer.receive(bytes, (answer) => (wires.isDead ? undefined : reply(answer)))
  }
  if (options.tcp !== undefined) wires.tcp = await listenTcp(options.tcp, receive)
  if (options.pty !== undefined) {
    const pty: Pty = openPty(options.pty || null, (bytes) => receive(bytes, (answer) => pty.write(answer)))
    wires.pty = pty
  }
  return wires
}
