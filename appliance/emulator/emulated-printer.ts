/** A printer without paper and motor: a buffer, a head, a condition, and its answers. What it cannot print now it holds, as a real one does. */
import type { PrinterProfile } from "../printing/index.ts"
import type { Paper } from "./paper.ts"
import { createPrintHead, type PrintHead, type Pulse } from "./print-head.ts"
import type { EscposCommand } from "./read-command.ts"
import { readerFor } from "./read-star.ts"
import { answerTo, automaticStatus, type Condition, isOnHold, sensorStatus, starStatus } from "./status-bytes.ts"

/** A full printer takes no more; what is under way already still fits. */
const BUFFER_FULL_BYTES = 16 * 1024
const MAKER = "Brasa"
const DLE = 0x10
const EOT = 0x04
const ESC = 0x1b
const ACK = 0x06
const SOH = 0x01
/** Star's counter has five bits. */
const MARKS = 32

export interface EmulatedPrinterDeps {
  readonly profile: PrinterProfile
  onPaper(paper: Paper): void
  onPulse(pulse: Pulse): void
  /** A row has come out. */
  onRow?(): void
}

export interface EmulatedPrinter {
  /** Bytes from a wire; `reply` goes back over the same one. */
  receive(bytes: Uint8Array, reply: (bytes: Uint8Array) => void): void
  condition(): Condition
  change(change: Partial<Condition>): void
  /** In the middle of a job: something happens when so many more rows have been printed. */
  changeAfter(rows: number, change: Partial<Condition>): void
  /** Off and on again: the buffer and what was half printed are lost. */
  reset(): void
  /** What has been printed and not yet cut. */
  uncut(): Paper
  /** Its buffer has no room while it holds what it cannot print. */
  isFull(): boolean
}

export function createEmulatedPrinter(deps: EmulatedPrinterDeps): EmulatedPrinter {
  const machine: Machine = {
    condition: { paperOut: false, coverOpen: false, offline: false },
    held: new Uint8Array(0),
    coming: null,
    isAutomatic: false,
    isStar: deps.profile.language.startsWith("star"),
    marks: 0,
    reply: () => undefined,
    lastByte: 0,
    beforeLast: 0,
    head: createPrintHead(
      { columns: deps.profile.width, profile: deps.profile },
      headEvents(deps, () => machine),
    ),
  }
  const change = (next: Partial<Condition>) => {
    machine.condition = { ...machine.condition, ...next }
    tell(machine)
    work(machine, deps)
  }
  return {
    receive: (bytes, reply) => {
      machine.reply = reply
      for (const byte of bytes) answerAtOnce(machine, byte)
      machine.held = joined(machine.held, bytes)
      work(machine, deps)
    },
    condition: () => machine.condition,
    change,
    changeAfter: (rows, next) => {
      machine.coming = { rows, change: next }
    },
    reset: () => {
      machine.held = new Uint8Array(0)
      machine.isAutomatic = false
      machine.marks = 0
      machine.head.tear()
      machine.head.run({ kind: "command", name: "ESC @", args: [], data: new Uint8Array(0) })
    },
    uncut: () => machine.head.paper(),
    isFull: () => isOnHold(machine.condition) && machine.held.length >= BUFFER_FULL_BYTES,
  }
}

interface Machine {
  condition: Condition
  held: Uint8Array
  coming: { rows: number; readonly change: Partial<Condition> } | null
  isAutomatic: boolean
  readonly isStar: boolean
  /** How many ETB it has passed. */
  marks: number
  reply: (bytes: Uint8Array) => void
  lastByte: number
  beforeLast: number
  readonly head: PrintHead
}

function headEvents(deps: EmulatedPrinterDeps, machine: () => Machine) {
  return {
    onPulse: deps.onPulse,
    onCut: deps.onPaper,
    onRow: () => {
      countRow(machine())
      deps.onRow?.()
    },
  }
}

/** In the middle of a job: what was to happen after so many rows. */
function countRow(machine: Machine): void {
  if (machine.coming === null) return
  machine.coming.rows -= 1
  if (machine.coming.rows > 0) return
  machine.condition = { ...machine.condition, ...machine.coming.change }
  machine.coming = null
  tell(machine)
}

/** By itself, where it was asked to. */
function tell(machine: Machine, isNew = false): void {
  if (machine.isAutomatic) machine.reply(statusOf(machine, isNew))
}

function statusOf({ isStar, marks, condition }: Machine, isNew = false): Uint8Array {
  return isStar ? starStatus(condition, { marks, isNew }) : automaticStatus(condition)
}

/** DLE EOT, and Star's ESC ACK SOH, are answered as they come in, also by a printer that holds everything else. */
function answerAtOnce(machine: Machine, byte: number): void {
  const { isStar, beforeLast, lastByte } = machine
  if (isStar && beforeLast === ESC && lastByte === ACK && byte === SOH) machine.reply(statusOf(machine))
  if (!isStar && beforeLast === DLE && lastByte === EOT) machine.reply(Uint8Array.of(answerTo(byte, machine.condition)))
  machine.beforeLast = machine.lastByte
  machine.lastByte = byte
}

function work(machine: Machine, deps: EmulatedPrinterDeps): void {
  const reader = readerFor(deps.profile)
  while (!isOnHold(machine.condition)) {
    const read = reader(machine.held, 0)
    if (read === null) return
    machine.held = machine.held.subarray(read.next)
    execute(read.command, machine, deps)
  }
}

function execute(command: EscposCommand, machine: Machine, deps: EmulatedPrinterDeps): void {
  const answer = command.kind === "command" ? ANSWERED[command.name] : undefined
  if (answer === undefined || command.kind === "text") machine.head.run(command)
  else answer(machine, command, deps)
}

type Answer = (machine: Machine, command: Command, deps: EmulatedPrinterDeps) => void
type Command = Extract<EscposCommand, { kind: "command" }>

/** Commands that are more than marks on paper. */
const ANSWERED: Readonly<Record<string, Answer>> = {
  "ESC @": (machine, command, deps) => {
    // As some printers do: the next owner of the wire has not asked for it.
    if (!machine.isStar) machine.isAutomatic = false
    // A printer without a knife: what stands above the next job has been torn off by hand.
    if (deps.profile.cut === "none" && machine.head.paper().rows.length > 0) deps.onPaper(machine.head.tear())
    machine.head.run(command)
  },
  "GS a": beAutomatic,
  "ESC RS a": beAutomatic,
  "ESC RS E": (machine) => {
    machine.marks = 0
  },
  ETB: (machine) => {
    machine.marks = (machine.marks + 1) % MARKS
    tell(machine, true)
  },
  "GS r": (machine, { args: [which = 1] }) => machine.reply(Uint8Array.of(sensorStatus(which, machine.condition))),
  "GS (": (machine, command) => {
    if (command.args[0] === 0x48) machine.reply(processId(command.data))
    else machine.head.run(command)
  },
  // Who it is: 66 the maker, 67 the model; between 5Fh and 00h.
  "GS I": (machine, { args: [which = 0] }, deps) => {
    const name = which === 66 ? MAKER : which === 67 ? deps.profile.name : null
    if (name !== null) machine.reply(Uint8Array.of(0x5f, ...Buffer.from(name, "latin1"), 0x00))
  },
  // Answered when it came in.
  "DLE \x04": () => undefined,
}

function beAutomatic(machine: Machine, { args: [on = 0] }: Command): void {
  machine.isAutomatic = on !== 0
  tell(machine)
}

/** `GS ( H` 48: the four characters that came, between 37h 22h and 00h. */
function processId(data: Uint8Array): Uint8Array {
  return Uint8Array.of(0x37, 0x22, ...data.subarray(2, 6), 0x00)
}

function joined(held: Uint8Array, more: Uint8Array): Uint8Array {
  const both = new Uint8Array(held.length + more.length)
  both.set(held)
  both.set(more, held.length)
  return both
}
