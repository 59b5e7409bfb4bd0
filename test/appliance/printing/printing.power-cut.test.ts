/** Power lost at any step of a job: no paper twice by itself, no paper lost in silence. */
import type { ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import {
  markBytesLeft,
  markCopyPrinted,
  markEnded,
  markSending,
} from "../../../appliance/printing/queue/print-jobs-store.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"
import { startWatched } from "../../kit/watched-process.ts"
import { emulate, openRoom, type Room, receipt, specOf } from "./kit.ts"

const PROGRAM = fileURLToPath(new URL("./printing-process.mjs", import.meta.url))
const NOW = "2026-11-21T12:00:00.000Z"

function at(room: Room, jobId: string) {
  return { jobId, printerId: room.job(jobId).printerId }
}

function startProcess(file: string, printer: string): ChildProcess {
  const child = startWatched(process.execPath, ["--import", "tsx", PROGRAM, file, printer], { showErrors: true })
  whenOver(() => void child.kill("SIGKILL"))
  return child
}

/** What another process writes is not announced here: it is looked up. */
async function becomes(room: Room, jobId: string, status: string): Promise<void> {
  while (room.job(jobId).status !== status) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGKILL")
  await gone
}

test("a box killed in the middle of a document leaves it unknown and prints nothing until a person decides", async () => {
  const file = tempFile("box.db")
  const printer = await emulate("tcp")
  const spec = specOf(printer, "tcp")
  const room = openRoom([spec], file)
  const { jobId } = room.enqueue(receipt())
  printer.setAfter(6, { paperOut: true })
  const child = startProcess(file, spec.id)
  await becomes(room, jobId, "sending")
  while (!printer.condition().paperOut) await new Promise((resolve) => setTimeout(resolve, 10))
  await killed(child)
  printer.set({ paperOut: false })
  room.printing.start()
  expect(room.job(jobId)).toMatchObject({ status: "unknown", reason: "stopped" })
  const next = room.enqueue(receipt())
  await room.until(() => room.job(next.jobId).status === "printed")
  expect(room.job(jobId).status).toBe("unknown")
  expect(printer.receipts).toHaveLength(3)
  expect(printer.receipts[1]?.text).toContain("PAPEL ANTERIOR DUDOSO")
})

test("a box killed while the printer was off prints the job once when both are back", async () => {
  const file = tempFile("box.db")
  const printer = await emulate("tcp")
  const spec = specOf(printer, "tcp")
  const room = openRoom([spec], file)
  const { jobId } = room.enqueue(receipt())
  await printer.switchOff()
  const child = startProcess(file, spec.id)
  await becomes(room, jobId, "not_printed")
  await killed(child)
  await printer.switchOn()
  room.printing.start()
  await room.until(() => room.job(jobId).status === "printed")
  expect(printer.receipts).toHaveLength(1)
})

const TAKEN = { now: NOW, bytesLeft: false }

/** Each step that is written down, and what a start makes of a box that stopped right after it. */
const STEPS: readonly [string, (room: Room, jobId: string) => void, string][] = [
  ["on the spool", () => undefined, "queued"],
  ["taken", (room, id) => markSending(room.db, at(room, id), TAKEN), "queued"],
  [
    "taken, its first byte the next to leave",
    (room, id) => markSending(room.db, at(room, id), { ...TAKEN, bytesLeft: true }),
    "unknown",
  ],
  [
    "first byte may have left",
    (room, id) => {
      markSending(room.db, at(room, id), TAKEN)
      markBytesLeft(room.db, id, NOW)
    },
    "unknown",
  ],
  [
    "first copy confirmed, second not begun",
    (room, id) => {
      markSending(room.db, at(room, id), TAKEN)
      markBytesLeft(room.db, id, NOW)
      markCopyPrinted(room.db, id, NOW)
    },
    "queued",
  ],
  ["printed", (room, id) => markEnded(room.db, id, { status: "printed", reason: null, now: NOW }), "printed"],
  [
    "not printed",
    (room, id) => markEnded(room.db, id, { status: "not_printed", reason: "paper_out", now: NOW }),
    "not_printed",
  ],
]

test.each(STEPS)("after a stop, the state of a job that was: %s", (_, reach, expected) => {
  const file = tempFile("box.db")
  const before = openRoom([specOfNobody()], file)
  const { jobId } = before.enqueue(receipt({ copies: 2 }))
  reach(before, jobId)
  const after = openRoom([specOfNobody()], file)
  after.printing.start()
  expect(after.job(jobId).status).toBe(expected)
})

test("after a stop between two copies, only the second is printed", async () => {
  const file = tempFile("box.db")
  const printer = await emulate("tcp")
  const before = openRoom([specOf(printer, "tcp")], file)
  const { jobId } = before.enqueue(receipt({ copies: 2 }))
  markSending(before.db, at(before, jobId), TAKEN)
  markBytesLeft(before.db, jobId, NOW)
  markCopyPrinted(before.db, jobId, NOW)
  const after = openRoom([specOf(printer, "tcp")], file)
  after.printing.start()
  await after.until(() => after.job(jobId).status === "printed")
  expect(printer.receipts).toHaveLength(1)
})

function specOfNobody() {
  return { ...specOf({ port: 9 } as Parameters<typeof specOf>[0], "tcp") }
}
