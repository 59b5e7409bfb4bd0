/** A print room over a real SQLite file and a real wire, for the tests of the spool. */
import type { Database } from "better-sqlite3"
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../appliance/emulator/index.ts"
import {
  createPrinting,
  type PrinterSpec,
  type Printing,
  type PrintingDeps,
  readPrinterSpec,
} from "../../../appliance/printing/index.ts"
import { type BoxTx, createBoxStore } from "../../../appliance/storage/index.ts"
import { spool } from "../../../appliance/storage/migrations/0002-spool.ts"
import { spoolChain } from "../../../appliance/storage/migrations/0011-spool-chain.ts"
import { openPrintJobs } from "../../../appliance/storage/migrations/0073-open-print-jobs.ts"
import { buildPrintJob, seedTemplate } from "../../../protocol/print/build-print-job.ts"
import { samples, seeds } from "../../../protocol/print/seed-templates.ts"
import type { PrintJob } from "../../../protocol/shapes/print-job.ts"
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"

export const ids = createIds({ clock: systemClock })
export const PRINT_TIMEOUTS = {
  ...{ answerMs: 300, queryEveryMs: 30, endMs: 1000, waitingMs: 20_000, failoverMs: 100 },
  // Longer than this process, which is the printer as well, stands still on a busy machine: no look ends this wait early.
  stallMs: 10_000,
}

export type WireKind = "tcp" | "pty" | "device"

export function spec(text: string): PrinterSpec {
  const read = readPrinterSpec(text)
  if ("faults" in read) throw new Error(read.faults.join("\n"))
  return read
}

export function specOf(emulator: Emulator, wire: WireKind, settings = ""): PrinterSpec {
  if (wire === "tcp") return spec(`tcp://127.0.0.1:${emulator.port}${settings}`)
  return spec(`${wire === "pty" ? "serial" : "usb"}://${emulator.ptyPath}${settings}`)
}

export async function emulate(wire: WireKind, options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ ...(wire === "tcp" ? { tcp: 0 } : { pty: tempFile("printer") }), ...options })
  whenOver(() => emulator.stop())
  return emulator
}

export interface Room {
  readonly db: Database
  readonly printing: Printing
  write<T>(fn: (tx: BoxTx) => T): T
  enqueue(job: PrintJob): QueuedPrintJob
  job(jobId: string): QueuedPrintJob
  /** When something that a screen shows makes `test` true. */
  until(test: () => boolean): Promise<void>
}

export function openRoom(
  printers: readonly PrinterSpec[],
  file = tempFile("box.db"),
  options: Partial<PrintingDeps> = {},
): Room {
  const db = new Sqlite(file)
  if (db.pragma("user_version", { simple: true }) === 0)
    db.exec(`${spool.sql}; ${spoolChain.sql}; ${openPrintJobs.sql}; PRAGMA user_version = 1`)
  const looks = new Set<() => void>()
  const clock = options.clock ?? systemClock
  const printing = createPrinting({
    db,
    clock,
    ids,
    printers,
    locale: () => "es",
    timeouts: PRINT_TIMEOUTS,
    onChange: () => {
      for (const look of [...looks]) look()
    },
    ...options,
  })
  whenOver(async () => {
    await printing.stop()
    db.close()
  })
  const store = createBoxStore(db, clock)
  const job = (jobId: string) => printing.find(jobId) as QueuedPrintJob
  return {
    db,
    printing,
    write: (fn) => store.write(fn),
    enqueue: (paper) =>
      store.write((tx) => printing.enqueue(tx, { job: paper, title: paper.document }) as QueuedPrintJob),
    job,
    until: (test) =>
      new Promise((resolve) => {
        const look = () => {
          if (!test()) return
          looks.delete(look)
          resolve()
        }
        looks.add(look)
        look()
      }),
  }
}

export function receipt(options: { copies?: number; orderId?: string; width?: 32 | 42 | 48 } = {}): PrintJob {
  return buildPrintJob({
    jobId: ids.uuid(),
    template: seedTemplate(seeds.receipt),
    subject: { kind: "order", countryCode: "EC", storeId: "s1", orderId: options.orderId ?? ids.uuid() },
    data: samples.receipt,
    manner: { locale: "es-EC", currencyCode: "USD", timeZone: "America/Guayaquil" },
    printer: { width: options.width ?? 48, copies: options.copies ?? 1 },
    freshness: { fiscal: "none", isCancelled: false, asOf: null },
  })
}
