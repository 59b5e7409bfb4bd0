/** The printer emulator at the wire: TCP, pseudo-terminal or both, with trouble on command and its receipts kept. */
import { findProfile, type PrinterProfile } from "../printing/index.ts"
import { createEmulatedPrinter, type EmulatedPrinter } from "./emulated-printer.ts"
import { createFaultyConnection, type FaultyConnection } from "./faulty-connection.ts"
import { listenTcp, type TcpPort } from "./listen-tcp.ts"
import { openPty, type Pty } from "./open-pty.ts"
import { openWindow } from "./open-window.ts"
import { type Paper, textOf } from "./paper.ts"
import type { Pulse } from "./print-head.ts"
import { type Controls, createNews, type News } from "./printer-events.ts"
import { type Receipt, receiptOf } from "./render-receipt.ts"
import type { Condition } from "./status-bytes.ts"
import { createReceiptWriter } from "./write-receipts.ts"

const PROFILE_DEFAULT = "generic-80"
const KEEP_DEFAULT = 1_000

export interface EmulatorOptions {
  /** 0 lets the system choose. */
  readonly tcp?: number | undefined
  /** Where the serial port appears, as a link; the empty string for no link. */
  readonly pty?: string | undefined
  /** Each receipt is written here as `.txt`, `.svg` and `.png`. */
  readonly out?: string | undefined
  readonly profile?: string | undefined
  /** So many of the last receipts are kept; 1,000 unless told. */
  readonly keep?: number | undefined
  /** The port of a window where the paper can be seen as it comes out; 0 lets the system choose. */
  readonly http?: number | undefined
  readonly onReceipt?: ((receipt: Receipt, n: number) => void) | undefined
  readonly onPulse?: ((pulse: Pulse) => void) | undefined
}

export interface Emulator {
  readonly profile: PrinterProfile
  /** Null where there is no network port. */
  readonly port: number | null
  readonly ptyPath: string | null
  /** Where the paper can be seen; null where there is no window. */
  readonly windowUrl: string | null
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
  isOn(): boolean
  /** The cable is broken: it still looks connected, but nothing comes through. */
  cutCable(isCut: boolean): void
  /** The same, or the power goes, once so many more bytes have come through. */
  failAfter(bytes: number, what: "cable" | "power"): void
  /** A line of so many bytes a second, as an old serial one; null for as fast as they come. */
  slowLine(bytesPerSecond: number | null): void
  /** When so many receipts have been cut, counted from the start. */
  waitForReceipts(count: number): Promise<void>
  /** When every receipt so far is on disk. */
  written(): Promise<void>
  stop(): Promise<void>
}

export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const profile = findProfile(options.profile ?? PROFILE_DEFAULT)
  if (profile === undefined) throw new Error(`there is no printer profile "${options.profile}"`)
  const news = createNews()
  const tray = createTray(options, news)
  const pulses: Pulse[] = []
  const printer = createEmulatedPrinter({
    profile,
    onPaper: tray.take,
    onRow: news.onRow,
    onPulse: (pulse) => {
      pulses.push(pulse)
      options.onPulse?.(pulse)
      news.onPulse(pulse)
    },
  })
  const wires = await openWires(options, printer)
  const controls = controlsOf(printer, wires, news)
  const shut = async () => {
    wires.pty?.close()
    await wires.tcp?.hangUp()
    await tray.written()
  }
  const { http: port } = options
  const look = { profile, controls, news, receipts: tray.receipts, uncut: printer.uncut }
  const window = port === undefined ? null : await openWindow({ port, ...look }).catch((error) => giveUp(error, shut))
  return {
    profile,
    port: wires.tcp?.port ?? null,
    ptyPath: wires.pty?.path ?? null,
    windowUrl: window?.url ?? null,
    receipts: tray.receipts,
    pulses,
    uncut: () => textOf(printer.uncut()),
    setAfter: (rows, condition) => printer.changeAfter(rows, condition),
    ...controls,
    failAfter: (bytes, what) =>
      wires.line.after(bytes, () => (what === "cable" ? controls.cutCable(true) : void controls.switchOff())),
    waitForReceipts: tray.wait,
    written: tray.written,
    stop: async () => {
      await window?.close()
      await shut()
    },
  }
}

/** What is open already would keep the process that has said what is wrong. */
async function giveUp(error: unknown, shut: () => Promise<void>): Promise<never> {
  await shut()
  throw error
}

/** What a person does to a printer and its cable. */
function controlsOf(printer: EmulatedPrinter, wires: Wires, news: News): Controls {
  let isOn = true
  return {
    condition: printer.condition,
    set: (condition) => {
      printer.change(condition)
      news.onState()
    },
    isOn: () => isOn,
    switchOff: async () => {
      isOn = false
      wires.line.breakIt(true)
      printer.reset()
      news.onState()
      await wires.tcp?.hangUp()
    },
    switchOn: async () => {
      await wires.tcp?.comeBack()
      isOn = true
      wires.line.breakIt(false)
      news.onState()
    },
    cutCable: (isCut) => {
      wires.line.breakIt(isCut || !isOn)
      news.onState()
    },
    isCableCut: () => isOn && wires.line.isBroken(),
    slowLine: (bytesPerSecond) => {
      wires.line.slow(bytesPerSecond)
      news.onState()
    },
    isSlow: wires.line.isSlow,
  }
}

/** Where the papers fall. */
function createTray(options: EmulatorOptions, news: News) {
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
      if (receipts.length > (options.keep ?? KEEP_DEFAULT)) receipts.shift()
      writer?.write(receipt)
      options.onReceipt?.(receipt, total)
      news.onReceipt(receipt, total)
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
  readonly line: FaultyConnection
}

async function openWires(options: EmulatorOptions, printer: EmulatedPrinter): Promise<Wires> {
  const line = createFaultyConnection(printer)
  const wires: Wires = { tcp: null, pty: null, line }
  if (options.tcp !== undefined) wires.tcp = await listenTcp(options.tcp, line.receive)
  if (options.pty !== undefined) {
    const pty: Pty = openPty(options.pty || null, (bytes) => line.receive(bytes, (answer) => pty.write(answer)))
    wires.pty = pty
  }
  return wires
}
