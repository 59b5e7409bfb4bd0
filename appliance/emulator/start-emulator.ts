/** Starts the printer emulator on TCP, a pseudo-terminal or both. It keeps its receipts and causes faults on command. */
import { findProfile, type PrinterProfile } from "../printing/index.ts"
import { createEmulatedPrinter, type EmulatedPrinter } from "./emulated-printer.ts"
import { createFaultyConnection, type FaultyConnection } from "./faulty-connection.ts"
import { listenTcp, type TcpPort } from "./listen-tcp.ts"
import { openPty, type Pty } from "./open-pty.ts"
import { openWindow } from "./open-window.ts"
import { type Paper, textOf } from "./paper.ts"
import type { Pulse } from "./print-head.ts"
import { type Controls, createPrinterEvents, type PrinterEvents } from "./printer-events.ts"
import { type Receipt, receiptOf } from "./render-receipt.ts"
import type { Condition } from "./status-bytes.ts"
import { createReceiptWriter } from "./write-receipts.ts"

const PROFILE_DEFAULT = "generic-80"
const KEEP_DEFAULT = 1_000

export interface EmulatorOptions {
  /** 0 lets the system choose. */
  readonly tcp?: number | undefined
  /** The path of a link to the serial port; the empty string for no link. */
  readonly pty?: string | undefined
  /** Each receipt is written here as `.txt`, `.svg` and `.png`. */
  readonly out?: string | undefined
  readonly profile?: string | undefined
  /** How many of the last receipts are kept; 1,000 by default. */
  readonly keep?: number | undefined
  /** The port of the window that shows the paper; 0 lets the system choose. */
  readonly http?: number | undefined
  readonly onReceipt?: ((receipt: Receipt, n: number) => void) | undefined
  readonly onPulse?: ((pulse: Pulse) => void) | undefined
  readonly onUnknown?: ((name: string) => void) | undefined
}

export interface Emulator {
  readonly profile: PrinterProfile
  /** Null without a network port. */
  readonly port: number | null
  readonly ptyPath: string | null
  /** Null without a window. */
  readonly windowUrl: string | null
  /** Oldest first. */
  readonly receipts: readonly Receipt[]
  readonly pulses: readonly Pulse[]
  /** Commands that arrived and that its model does not have. */
  readonly unknown: readonly string[]
  /** The text that was printed and not yet cut. */
  uncut(): string
  condition(): Condition
  set(condition: Partial<Condition>): void
  /** Changes the condition after so many more rows, in the middle of a job. */
  setAfter(rows: number, condition: Partial<Condition>): void
  /** Connections close and the buffer is lost. */
  switchOff(): Promise<void>
  switchOn(): Promise<void>
  isOn(): boolean
  /** A cut cable still looks connected, but no byte passes. */
  cutCable(isCut: boolean): void
  /** Cuts the cable or the power after so many more bytes. */
  failAfter(bytes: number, what: "cable" | "power"): void
  /** Limits the speed as an old serial line does; null for no limit. */
  slowLine(bytesPerSecond: number | null): void
  /** Resolves when so many receipts were cut since the start. */
  waitForReceipts(count: number): Promise<void>
  /** Resolves when every receipt so far is on disk. */
  written(): Promise<void>
  stop(): Promise<void>
}

export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const profile = findProfile(options.profile ?? PROFILE_DEFAULT)
  if (profile === undefined) throw new Error(`there is no printer profile "${options.profile}"`)
  const events = createPrinterEvents()
  const tray = createReceiptTray(options, events)
  const pulses: Pulse[] = []
  const unknown: string[] = []
  const printer = createEmulatedPrinter({
    profile,
    onPaper: tray.collect,
    onRow: events.onRow,
    onUnknown: (name) => {
      unknown.push(name)
      options.onUnknown?.(name)
    },
    onPulse: (pulse) => {
      pulses.push(pulse)
      options.onPulse?.(pulse)
      events.onPulse(pulse)
    },
  })
  const ports = await openPorts(options, printer)
  const controls = createControls(printer, ports, events)
  const close = async () => {
    ports.pty?.close()
    await ports.tcp?.stopListening()
    await tray.written()
  }
  const { http: port } = options
  const windowDeps = { profile, controls, events, receipts: tray.receipts, uncut: printer.uncut }
  const window =
    port === undefined ? null : await openWindow({ port, ...windowDeps }).catch((error) => closeAndThrow(error, close))
  return {
    profile,
    port: ports.tcp?.port ?? null,
    ptyPath: ports.pty?.path ?? null,
    windowUrl: window?.url ?? null,
    receipts: tray.receipts,
    pulses,
    unknown,
    uncut: () => textOf(printer.uncut()),
    setAfter: (rows, condition) => printer.changeAfter(rows, condition),
    ...controls,
    failAfter: (bytes, what) =>
      ports.connection.runAfter(bytes, () => (what === "cable" ? controls.cutCable(true) : void controls.switchOff())),
    waitForReceipts: tray.waitForReceipts,
    written: tray.written,
    stop: async () => {
      await window?.close()
      await close()
    },
  }
}

/** Closes what is already open, because it would keep the process alive. */
async function closeAndThrow(error: unknown, close: () => Promise<void>): Promise<never> {
  await close()
  throw error
}

/** The faults that a person can cause at the printer and its cable. */
function createControls(printer: EmulatedPrinter, ports: Ports, events: PrinterEvents): Controls {
  let isOn = true
  return {
    condition: printer.condition,
    set: (condition) => {
      printer.change(condition)
      events.onState()
    },
    isOn: () => isOn,
    switchOff: async () => {
      isOn = false
      ports.connection.setBroken(true)
      printer.reset()
      events.onState()
      await ports.tcp?.stopListening()
    },
    switchOn: async () => {
      await ports.tcp?.listenAgain()
      isOn = true
      ports.connection.setBroken(false)
      events.onState()
    },
    cutCable: (isCut) => {
      ports.connection.setBroken(isCut || !isOn)
      events.onState()
    },
    isCableCut: () => isOn && ports.connection.isBroken(),
    slowLine: (bytesPerSecond) => {
      ports.connection.setSpeed(bytesPerSecond)
      events.onState()
    },
    isSlow: ports.connection.isSlow,
  }
}

/** Collects the cut receipts. */
function createReceiptTray(options: EmulatorOptions, events: PrinterEvents) {
  const receipts: Receipt[] = []
  const waiting = new Set<() => void>()
  const writer = options.out === undefined ? null : createReceiptWriter(options.out)
  let total = 0
  return {
    receipts,
    collect: (paper: Paper) => {
      const receipt = receiptOf(paper)
      total += 1
      receipts.push(receipt)
      if (receipts.length > (options.keep ?? KEEP_DEFAULT)) receipts.shift()
      writer?.write(receipt)
      options.onReceipt?.(receipt, total)
      events.onReceipt(receipt, total)
      for (const check of [...waiting]) check()
    },
    waitForReceipts: (count: number): Promise<void> =>
      new Promise((resolve) => {
        const check = () => {
          if (total < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    written: async () => writer?.done(),
  }
}

interface Ports {
  tcp: TcpPort | null
  pty: Pty | null
  readonly connection: FaultyConnection
}

async function openPorts(options: EmulatorOptions, printer: EmulatedPrinter): Promise<Ports> {
  const connection = createFaultyConnection(printer)
  const ports: Ports = { tcp: null, pty: null, connection }
  if (options.tcp !== undefined) ports.tcp = await listenTcp(options.tcp, connection.receive)
  if (options.pty !== undefined) {
    const pty: Pty = openPty(options.pty || null, (bytes) => connection.receive(bytes, (answer) => pty.write(answer)))
    ports.pty = pty
  }
  return ports
}
