/** An emulated printer: its buffer, print head, condition and replies. Like a real one, it keeps in its buffer what it cannot print now. */
import type { PrinterProfile } from "../printing/index.ts"
import type { Paper } from "./paper.ts"
import { createPrintHead, type PrintHead, type Pulse } from "./print-head.ts"
import type { EscposCommand, ReadCommands } from "./read-command.ts"
import { createReader } from "./read-star.ts"
import { answerTo, automaticStatus, type Condition, cannotPrint, sensorStatus, starStatus } from "./status-bytes.ts"

/** A printer with this much in its buffer takes no more bytes. A chunk that is on its way still fits. */
const BUFFER_FULL_BYTES = 16 * 1024
const MAKER = "Brasa"
const DLE = 0x10
const EOT = 0x04
const ESC = 0x1b
const ACK = 0x06
const SOH = 0x01
/** Star's counter has five bits. */
const MARKS_MAX = 32

interface EmulatedPrinterDeps {
  readonly profile: PrinterProfile
  onPaper(paper: Paper): void
  onPulse(pulse: Pulse): void
  /** The printer got a command that its model does not have. */
  onUnknown?(name: string): void
  /** Called after each printed row. */
  onRow?(): void
}

export interface EmulatedPrinter {
  /** `reply` sends back over the same connection. */
  receive(bytes: Uint8Array, reply: (bytes: Uint8Array) => void): void
  condition(): Condition
  change(change: Partial<Condition>): void
  /** Changes the condition after so many more rows, in the middle of a job. */
  changeAfter(rows: number, change: Partial<Condition>): void
  /** Power off and on: the buffer and a half-printed row are lost. */
  reset(): void
  /** The paper that was printed and not yet cut. */
  uncut(): Paper
  /** Whether its buffer is full while it cannot print. */
  isFull(): boolean
}

export function createEmulatedPrinter(deps: EmulatedPrinterDeps): EmulatedPrinter {
  const machine: Machine = {
    condition: { paperOut: false, coverOpen: false, offline: false },
    buffer: new Uint8Array(0),
    reader: createReader(deps.profile),
    scheduled: null,
    isAutomatic: false,
    isStar: deps.profile.language.startsWith("star"),
    marks: 0,
    reply: () => undefined,
    lastByte: 0,
    byteBeforeLast: 0,
    head: createPrintHead(
      { columns: deps.profile.width, profile: deps.profile },
      headEvents(deps, () => machine),
    ),
  }
  const change = (next: Partial<Condition>) => {
    machine.condition = { ...machine.condition, ...next }
    reportStatus(machine)
    printBuffer(machine, deps)
  }
  return {
    receive: (bytes, reply) => {
      machine.reply = reply
      for (const byte of bytes) answerStatusQuery(machine, byte)
      machine.buffer = concat(machine.buffer, bytes)
      printBuffer(machine, deps)
    },
    condition: () => machine.condition,
    change,
    changeAfter: (rows, next) => {
      machine.scheduled = { rows, change: next }
    },
    reset: () => {
      machine.buffer = new Uint8Array(0)
      machine.reader = createReader(deps.profile)
      machine.isAutomatic = false
      machine.marks = 0
      machine.head.tear()
      machine.head.run({ kind: "command", name: "ESC @", args: [], data: new Uint8Array(0) })
    },
    uncut: () => machine.head.paper(),
    isFull: () => cannotPrint(machine.condition) && machine.buffer.length >= BUFFER_FULL_BYTES,
  }
}

interface Machine {
  condition: Condition
  buffer: Uint8Array
  reader: ReadCommands
  scheduled: { rows: number; readonly change: Partial<Condition> } | null
  isAutomatic: boolean
  readonly isStar: boolean
  /** How many ETB it has counted. */
  marks: number
  reply: (bytes: Uint8Array) => void
  lastByte: number
  byteBeforeLast: number
  readonly head: PrintHead
}

function headEvents(deps: EmulatedPrinterDeps, machine: () => Machine) {
  return {
    onPulse: deps.onPulse,
    onUnknown: (name: string) => deps.onUnknown?.(name),
    onCut: deps.onPaper,
    onRow: () => {
      countRow(machine())
      deps.onRow?.()
    },
  }
}

/** Applies the scheduled change when its row is reached. */
function countRow(machine: Machine): void {
  if (machine.scheduled === null) return
  machine.scheduled.rows -= 1
  if (machine.scheduled.rows > 0) return
  machine.condition = { ...machine.condition, ...machine.scheduled.change }
  machine.scheduled = null
  reportStatus(machine)
}

/** Does nothing unless automatic status is on. */
function reportStatus(machine: Machine, isNew = false): void {
  if (machine.isAutomatic) machine.reply(statusOf(machine, isNew))
}

function statusOf({ isStar, marks, condition }: Machine, isNew = false): Uint8Array {
  return isStar ? starStatus(condition, { marks, isNew }) : automaticStatus(condition)
}

/** A printer answers DLE EOT, or Star's ESC ACK SOH, when it arrives, also while it cannot print. */
function answerStatusQuery(machine: Machine, byte: number): void {
  const { isStar, byteBeforeLast, lastByte } = machine
  if (isStar && byteBeforeLast === ESC && lastByte === ACK && byte === SOH) machine.reply(statusOf(machine))
  if (!isStar && byteBeforeLast === DLE && lastByte === EOT)
    machine.reply(Uint8Array.of(answerTo(byte, machine.condition)))
  machine.byteBeforeLast = machine.lastByte
  machine.lastByte = byte
}

function printBuffer(machine: Machine, deps: EmulatedPrinterDeps): void {
  while (!cannotPrint(machine.condition)) {
    const read = machine.reader(machine.buffer, 0)
    if (read === null) return
    machine.buffer = machine.buffer.subarray(read.next)
    runCommand(read.command, machine, deps)
  }
}

function runCommand(command: EscposCommand, machine: Machine, deps: EmulatedPrinterDeps): void {
  const answer = command.kind === "command" ? ANSWERS[command.name] : undefined
  if (answer === undefined || command.kind !== "command") machine.head.run(command)
  else answer(machine, command, deps)
}

type Answer = (machine: Machine, command: Command, deps: EmulatedPrinterDeps) => void
type Command = Extract<EscposCommand, { kind: "command" }>

/** Commands that the printer answers, or that change more than the paper. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "ESC @": (machine, command, deps) => {
    // Some printers switch automatic status off here.
    if (!machine.isStar) machine.isAutomatic = false
    // A printer without a cutter: a person has torn the last job off.
    if (deps.profile.commands.cut === null && machine.head.paper().rows.length > 0) deps.onPaper(machine.head.tear())
    machine.head.run(command)
  },
  "GS a": setAutomaticStatus,
  "ESC RS a": setAutomaticStatus,
  "ESC RS E": (machine) => {
    machine.marks = 0
  },
  ETB: (machine) => {
    machine.marks = (machine.marks + 1) % MARKS_MAX
    reportStatus(machine, true)
  },
  "GS r": (machine, { args: [which = 1] }) => machine.reply(Uint8Array.of(sensorStatus(which, machine.condition))),
  "GS (": (machine, command) => {
    if (command.args[0] === 0x48) machine.reply(processId(command.data))
    else machine.head.run(command)
  },
  // 66 asks for the maker, 67 for the model. The name stands between 5Fh and 00h.
  "GS I": (machine, { args: [which = 0] }, deps) => {
    const name = which === 66 ? MAKER : which === 67 ? deps.profile.name : null
    if (name !== null) machine.reply(Uint8Array.of(0x5f, ...Buffer.from(name, "latin1"), 0x00))
  },
  // `answerStatusQuery` has answered it already.
  "DLE \x04": () => undefined,
}

function setAutomaticStatus(machine: Machine, { args: [on = 0] }: Command): void {
  machine.isAutomatic = on !== 0
  reportStatus(machine)
}

/** The answer to `GS ( H` 48: the four characters of the question, between 37h 22h and 00h. */
function processId(data: Uint8Array): Uint8Array {
  return Uint8Array.of(0x37, 0x22, ...data.subarray(2, 6), 0x00)
}

function concat(buffer: Uint8Array, more: Uint8Array): Uint8Array {
  const both = new Uint8Array(buffer.length + more.length)
  both.set(buffer)
  both.set(more, buffer.length)
  return both
}
