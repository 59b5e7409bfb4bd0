/** When a printer cannot print: who takes over, what people are told, what is too old to print unasked, and what is forgotten. */
import { expect, test } from "vitest"
import type { Address } from "../../../../appliance/printing/discovery/read-printer-spec.ts"
import { pruneJobs } from "../../../../appliance/printing/queue/job-routing-store.ts"
import { transportTo } from "../../../../appliance/printing/transport/open-transport.ts"
import type { LinkEvents } from "../../../../appliance/printing/transport/transport.ts"
import type { QueuedPrintJob } from "../../../../protocol/shapes/queued-print-job.ts"
import { createManualClock } from "../../../../runtime/clock.ts"
import { emulate, openRoom, PRINT_TIMEOUTS, type Room, receipt, specOf } from "../kit.ts"

const NOON = "2026-11-21T12:00:00.000Z"
const LATER = "2027-06-01T12:00:00.000Z"

/** Two printers, the first with the second as its backup. */
async function pair(settings = "", options: Parameters<typeof openRoom>[2] = {}) {
  const [kitchen, bar] = [await emulate("tcp"), await emulate("tcp")]
  const specs = [specOf(kitchen, "tcp", "?name=kitchen&backup=bar"), specOf(bar, "tcp", `?name=bar${settings}`)]
  return { kitchen, bar, room: openRoom(specs, undefined, options) }
}

function createSignal() {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

function until(room: Room, jobId: string, wanted: Partial<QueuedPrintJob>): Promise<void> {
  const keys = Object.keys(wanted) as (keyof QueuedPrintJob)[]
  return room.until(() => keys.every((key) => room.job(jobId)[key] === wanted[key]))
}

test("a backup takes over all waiting jobs, and each document names its own printer", async () => {
  const { kitchen, bar, room } = await pair()
  kitchen.set({ paperOut: true })
  room.printing.start()
  const jobs = [room.enqueue(receipt()), room.enqueue(receipt())]
  for (const { jobId } of jobs) await until(room, jobId, { status: "printed" })
  expect([kitchen.receipts.length, bar.receipts.length]).toEqual([0, 2])
  expect(bar.receipts[0]?.text).toContain(">>> EN LUGAR DE: kitchen")
  expect(room.job(jobs[0]?.jobId ?? "")).toMatchObject({ movedFrom: specOf(kitchen, "tcp").id })
  kitchen.set({ paperOut: false })
  await room.until(() => room.printing.status()[0]?.state === "ready")
  const home = room.enqueue(receipt())
  await until(room, home.jobId, { status: "printed" })
  expect([kitchen.receipts.length, bar.receipts.length]).toEqual([1, 2])
})

test("a job that has begun to print does not move", async () => {
  const { kitchen, bar, room } = await pair()
  room.printing.start()
  kitchen.setAfter(4, { paperOut: true })
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.printing.status()[0]?.state === "paper_out")
  const next = room.enqueue(receipt())
  await new Promise((resolve) => setTimeout(resolve, PRINT_TIMEOUTS.failoverMs * 3))
  kitchen.set({ paperOut: false })
  await until(room, next.jobId, { status: "printed" })
  expect(room.job(jobId).status).toBe("printed")
  expect([kitchen.receipts.length, bar.receipts.length]).toEqual([2, 0])
})

test("a job that no printer can print is an alert with its text, and prints once later", async () => {
  const { kitchen, bar, room } = await pair()
  kitchen.set({ coverOpen: true })
  bar.set({ paperOut: true })
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.printing.alerts().length === 1)
  expect(room.printing.alerts()).toMatchObject([{ job: { jobId, status: "not_printed", asks: false } }])
  expect(room.printing.alerts()[0]?.text).toContain("Turno A84")
  bar.set({ paperOut: false })
  await until(room, jobId, { status: "printed" })
  expect(room.printing.alerts()).toEqual([])
  expect([kitchen.receipts.length, bar.receipts.length]).toEqual([0, 1])
})

test("a narrower backup prints everything and breaks no figure", async () => {
  const { kitchen, bar, room } = await pair("&width=32&profile=generic-80")
  kitchen.set({ paperOut: true })
  room.printing.start()
  const { jobId } = room.enqueue(receipt({ width: 48 }))
  await until(room, jobId, { status: "printed" })
  const text = bar.receipts[0]?.text ?? ""
  const rows = text.split("\n").filter((row) => !row.includes("["))
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(32)
  for (const piece of ["María José Peña", "POS-000184", "13,00", "28,42"]) expect(text).toContain(piece)
})

test("a person can move a waiting job, but not a printed one or a drawer pulse", async () => {
  const { kitchen, bar, room } = await pair("", { timeouts: { ...PRINT_TIMEOUTS, failoverMs: 60_000 } })
  kitchen.set({ paperOut: true })
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await until(room, jobId, { reason: "paper_out" })
  const move = (id: string, printerId: string) => room.write((tx) => room.printing.move(tx, { jobId: id, printerId }))
  expect(move(jobId, "attic")).toMatchObject({ refused: "NOT_FOUND" })
  expect(move("none", "bar")).toMatchObject({ refused: "NOT_FOUND" })
  const drawer = room.write((tx) => room.printing.drawer.open(tx, { reason: "sale", by: null }))
  expect(move(drawer ?? "", "bar")).toMatchObject({ refused: "CONFLICT" })
  expect(move(jobId, "bar")).toMatchObject({ status: "queued" })
  await until(room, jobId, { status: "printed" })
  expect(move(jobId, "kitchen")).toMatchObject({ refused: "CONFLICT" })
  expect(bar.receipts).toHaveLength(1)
})

test("an expired document needs a person, and a reprint gets a new expiry", async () => {
  const clock = createManualClock(NOON)
  const printer = await emulate("tcp")
  await printer.switchOff()
  const room = openRoom([specOf(printer, "tcp")], undefined, { clock })
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await until(room, jobId, { reason: "offline" })
  clock.advance(12 * 3_600_000)
  await printer.switchOn()
  room.printing.notify()
  await until(room, jobId, { reason: "too_late", asks: true })
  expect(room.printing.alerts()).toMatchObject([{ job: { jobId } }])
  expect(printer.receipts).toHaveLength(0)
  const again = room.write((tx) => room.printing.resolve(tx, { jobId, as: "reprint", by: "ana" }))
  if ("refused" in again) throw new Error(again.message)
  await until(room, again.jobId, { status: "printed" })
  expect(again.copyNumber).toBe(0)
  expect(printer.receipts).toHaveLength(1)
})

test("the jobs of a printer without status end unknown and are no alert", async () => {
  const printer = await emulate("tcp")
  const room = openRoom([specOf(printer, "tcp", "?status=no")])
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await until(room, jobId, { status: "unknown" })
  await printer.waitForReceipts(1)
  expect(room.job(jobId)).toMatchObject({ reason: "no_status", asks: false })
  expect(room.printing.status()).toMatchObject([{ state: "unknown", unknownJobs: 0 }])
  expect(room.printing.alerts()).toEqual([])
})

test("a job discarded while its printer answers is not printed", async () => {
  const printer = await emulate("tcp")
  const room = openRoom([specOf(printer, "tcp")])
  room.printing.start()
  await room.until(() => room.printing.status()[0]?.state === "ready")
  printer.slowLine(20)
  const { jobId } = room.enqueue(receipt())
  const gone = room.write((tx) => room.printing.resolve(tx, { jobId, as: "discard", by: "ana" }))
  expect(gone).toMatchObject({ status: "discarded" })
  printer.slowLine(null)
  const next = room.enqueue(receipt())
  await until(room, next.jobId, { status: "printed" })
  expect(room.job(jobId).status).toBe("discarded")
  expect(printer.receipts).toHaveLength(1)
})

test("an expired job discarded while its printer answers stays discarded", async () => {
  const clock = createManualClock(NOON)
  const printer = await emulate("tcp")
  const [isReached, mayOpen] = [createSignal(), createSignal()]
  let opened = 0
  const transport = (address: Address) => async (events: LinkEvents) => {
    opened += 1
    // The look at the start of the worker, before it takes a job.
    if (opened === 1) throw new Error("the printer is off")
    isReached.give()
    await mayOpen.given
    return await transportTo(address)(events)
  }
  const room = openRoom([specOf(printer, "tcp")], undefined, { clock, transport })
  const { jobId } = room.enqueue(receipt())
  clock.advance(12 * 3_600_000)
  room.printing.start()
  await isReached.given
  const gone = room.write((tx) => room.printing.resolve(tx, { jobId, as: "discard", by: "ana" }))
  expect(gone).toMatchObject({ status: "discarded" })
  mayOpen.give()
  const next = room.enqueue(receipt())
  await until(room, next.jobId, { status: "printed" })
  expect(room.job(jobId)).toMatchObject({ status: "discarded", asks: false })
  expect(room.printing.alerts()).toEqual([])
})

test("pruning removes old settled jobs, keeps open ones, and keeps the copy numbers", async () => {
  const printer = await emulate("tcp")
  const room = openRoom([specOf(printer, "tcp")])
  room.printing.start()
  const done = room.enqueue(receipt({ orderId: "order-1" }))
  await until(room, done.jobId, { status: "printed" })
  await room.printing.stop()
  const waits = room.enqueue(receipt())
  expect(pruneJobs(room.db, { before: LATER, max: 10, now: NOON })).toBe(1)
  expect(pruneJobs(room.db, { before: LATER, max: 10, now: NOON })).toBe(0)
  expect(room.printing.find(done.jobId)).toBeNull()
  expect(room.job(waits.jobId).status).toBe("queued")
  expect(room.enqueue(receipt({ orderId: "order-1" })).copyNumber).toBe(1)
})
