/** The spool's contract, over a network port, a serial port and a device file: printed only when the printer says so. */
import { describe, expect, test } from "vitest"
import type { Emulator } from "../../../appliance/emulator/index.ts"
import type { Address } from "../../../appliance/printing/discovery/read-printer-spec.ts"
import { transportTo } from "../../../appliance/printing/transport/open-transport.ts"
import type { OpenLink } from "../../../appliance/printing/transport/transport.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { emulate as emulateAt, openRoom, PRINT_TIMEOUTS, receipt, specOf as specAt, type WireKind } from "./kit.ts"

const PRINTERS: readonly (readonly [profile: string, wire: WireKind])[] = [
  ["generic-80", "tcp"],
  ["generic-80", "pty"],
  ["generic-80", "device"],
  ["star-80", "tcp"],
  ["star-line-80", "pty"],
]

describe.each(PRINTERS)("a printer (%s) at the end of a %s", (profile, wire) => {
  const emulate = () => emulateAt(wire, { profile })
  const specOf = (printer: Emulator) => specAt(printer, wire, `?profile=${profile}`)

  test("prints a receipt with its accents and confirms it", async () => {
    const printer = await emulate()
    const room = openRoom([specOf(printer)])
    room.printing.start()
    const { jobId } = room.enqueue(receipt())
    await room.until(() => room.job(jobId).status === "printed")
    expect(printer.receipts).toHaveLength(1)
    expect(printer.receipts[0]?.text).toContain("Atiende                          María José Peña")
    expect(printer.receipts[0]?.text).toContain("Cliente                              Íñigo Núñez")
    expect(room.printing.status()).toMatchObject([{ state: "ready", queued: 0, unknownJobs: 0 }])
  })

  test("keeps a job while there is no paper and prints it once afterwards", async () => {
    const printer = await emulate()
    printer.set({ paperOut: true })
    const room = openRoom([specOf(printer)])
    room.printing.start()
    const { jobId } = room.enqueue(receipt())
    await room.until(() => room.job(jobId).reason === "paper_out")
    expect(room.job(jobId).status).toBe("not_printed")
    expect(room.printing.status()[0]).toMatchObject({ state: "paper_out", queued: 1 })
    printer.set({ paperOut: false })
    await room.until(() => room.job(jobId).status === "printed")
    expect(printer.receipts).toHaveLength(1)
  })

  test("keeps a job while the cover is open", async () => {
    const printer = await emulate()
    printer.set({ coverOpen: true })
    const room = openRoom([specOf(printer)])
    room.printing.start()
    const { jobId } = room.enqueue(receipt())
    await room.until(() => room.job(jobId).reason === "cover_open")
    expect(room.job(jobId).status).toBe("not_printed")
    printer.set({ coverOpen: false })
    await room.until(() => room.job(jobId).status === "printed")
    expect(printer.receipts).toHaveLength(1)
  })

  test("prints one document and remarks on it when paper runs out in the middle", async () => {
    const printer = await emulate()
    const room = openRoom([specOf(printer)])
    room.printing.start()
    printer.setAfter(6, { paperOut: true })
    const { jobId } = room.enqueue(receipt())
    await room.until(() => room.printing.status()[0]?.state === "paper_out")
    expect(room.job(jobId).status).toBe("sending")
    expect(printer.receipts).toHaveLength(0)
    printer.set({ paperOut: false })
    await room.until(() => room.job(jobId).status === "printed")
    expect(room.job(jobId).reason).toBe("paper_changed")
    expect(printer.receipts).toHaveLength(1)
  })

  test("leaves a job unknown when the cable breaks in the middle, and a reprint is a numbered copy", async () => {
    const printer = await emulate()
    const room = openRoom([specOf(printer)])
    room.printing.start()
    printer.setAfter(6, { paperOut: true })
    const { jobId } = room.enqueue(receipt())
    await room.until(() => room.printing.status()[0]?.state === "paper_out")
    printer.cutCable(true)
    await room.until(() => room.job(jobId).status === "unknown")
    printer.cutCable(false)
    printer.set({ paperOut: false })
    await room.until(() => room.printing.status()[0]?.state === "ready")
    expect(room.job(jobId)).toMatchObject({ status: "unknown", reason: "silent" })
    const copy = room.write((tx) => room.printing.resolve(tx, { jobId, as: "reprint", by: "ana" }))
    if ("refused" in copy) throw new Error(copy.message)
    await room.until(() => room.job(copy.jobId).status === "printed")
    expect(copy.copyNumber).toBe(1)
    expect(printer.receipts.at(-1)?.text).toContain("*** REIMPRESIÓN - COPIA 1 ***")
    expect(room.job(jobId)).toMatchObject({ status: "discarded", reason: "reprinted" })
  })

  test("prints waiting jobs in order when it is switched on again", async () => {
    const printer = await emulate()
    const room = openRoom([specOf(printer)])
    await printer.switchOff()
    room.printing.start()
    const first = room.enqueue(receipt())
    const second = room.enqueue(receipt())
    await room.until(() => room.job(first.jobId).reason === "offline")
    expect(room.job(first.jobId).status).toBe("not_printed")
    await printer.switchOn()
    room.printing.notify()
    await room.until(() => room.job(second.jobId).status === "printed")
    expect(room.job(first.jobId).status).toBe("printed")
    expect(printer.receipts).toHaveLength(2)
  })

  test("opens the drawer at once, with its pulse times", async () => {
    const printer = await emulate()
    const room = openRoom([specOf(printer)])
    room.printing.start()
    room.write((tx) => room.printing.drawer.open(tx, { reason: "sale", by: "ana" }))
    await room.until(() => room.printing.list()[0]?.status === "printed")
    expect(printer.pulses).toEqual([{ pin: 0, onMs: 120, offMs: 240 }])
    expect(printer.receipts).toHaveLength(0)
  })
})

test("a job is unknown when the cover was opened while it printed, because a row may be missing", async () => {
  const printer = await emulateAt("tcp")
  const room = openRoom([specAt(printer, "tcp")])
  room.printing.start()
  printer.setAfter(3, { coverOpen: true })
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.printing.status()[0]?.state === "cover_open")
  printer.set({ coverOpen: false })
  await room.until(() => room.job(jobId).status !== "sending")
  expect(room.job(jobId)).toMatchObject({ status: "unknown", reason: "cover_opened" })
  expect(room.printing.status()[0]).toMatchObject({ unknownJobs: 1 })
  room.write((tx) => room.printing.resolve(tx, { jobId, as: "printed", by: "ana" }))
  expect(room.job(jobId)).toMatchObject({ status: "printed", reason: "said_printed" })
  expect(printer.receipts).toHaveLength(1)
})

test("a job is printed when the cover was opened only to change the paper", async () => {
  const printer = await emulateAt("tcp")
  const room = openRoom([specAt(printer, "tcp")])
  room.printing.start()
  printer.setAfter(3, { paperOut: true })
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.printing.status()[0]?.state === "paper_out")
  printer.set({ coverOpen: true })
  printer.set({ paperOut: false, coverOpen: false })
  await room.until(() => room.job(jobId).status !== "sending")
  expect(room.job(jobId)).toMatchObject({ status: "printed", reason: "paper_changed" })
})

test("each copy of a job is cut and confirmed, and none is printed twice", async () => {
  const printer = await emulateAt("tcp")
  const room = openRoom([specAt(printer, "tcp")])
  room.printing.start()
  const { jobId } = room.enqueue(receipt({ copies: 3 }))
  await room.until(() => room.job(jobId).status === "printed")
  expect(printer.receipts).toHaveLength(3)
  expect(new Set(printer.receipts.map((paper) => paper.text)).size).toBe(1)
})

test("a status query is never sent in the middle of a picture", async () => {
  const printer = await emulateAt("tcp")
  printer.slowLine(40_000)
  const room = openRoom([specAt(printer, "tcp")], undefined, { timeouts: { ...PRINT_TIMEOUTS, queryEveryMs: 1 } })
  room.printing.start()
  const job = receipt({ copies: 4 })
  const image = { t: "image", width: 576, height: 20, bits: Buffer.alloc(72 * 20, 0xa5).toString("base64") } as const
  const paper = { ...job.paper, lines: [image, ...job.paper.lines] }
  const { jobId } = room.enqueue({ ...job, paper })
  await room.until(() => room.job(jobId).status === "printed")
  expect(new Set(printer.receipts.map(({ text }) => text)).size).toBe(1)
})

test("a printer that returns a job's number confirms only that job", async () => {
  const printer = await emulateAt("tcp", { profile: "epson-80" })
  const room = openRoom([specAt(printer, "tcp", "?profile=epson-80")])
  room.printing.start()
  const jobs = Array.from({ length: 5 }, () => room.enqueue(receipt({ width: 42 })))
  await room.until(() => jobs.every((job) => room.job(job.jobId).status === "printed"))
  expect(printer.receipts).toHaveLength(5)
})

test("a job id enqueued twice prints once, and the same subject again is a numbered copy", async () => {
  const printer = await emulateAt("tcp")
  const room = openRoom([specAt(printer, "tcp")])
  room.printing.start()
  const paper = receipt({ orderId: "order-1" })
  room.enqueue(paper)
  const first = room.enqueue(paper)
  const second = room.enqueue(receipt({ orderId: "order-1" }))
  await room.until(() => room.job(second.jobId).status === "printed")
  expect([first.copyNumber, second.copyNumber]).toEqual([0, 1])
  expect(printer.receipts.map((one) => one.text.includes("COPIA 1"))).toEqual([false, true])
})

test("a transaction that is rolled back leaves no job in the queue", async () => {
  const printer = await emulateAt("tcp")
  const room = openRoom([specAt(printer, "tcp")])
  room.printing.start()
  const kept = receipt()
  expect(() =>
    room.write((tx) => {
      room.printing.enqueue(tx, { job: receipt(), title: "lost" })
      room.printing.drawer.open(tx, { reason: "sale", by: "ana" })
      throw new Error("the sale was not saved")
    }),
  ).toThrow("the sale was not saved")
  room.enqueue(kept)
  await room.until(() => room.job(kept.jobId).status === "printed")
  expect(room.printing.list().map((job) => job.jobId)).toEqual([kept.jobId])
  expect([printer.receipts.length, printer.pulses.length]).toEqual([1, 0])
})

test("a box without a printer refuses documents, and its drawer enqueues nothing", () => {
  const room = openRoom([])
  expect(room.enqueue(receipt())).toMatchObject({ refused: "CONFLICT" })
  room.write((tx) => room.printing.drawer.open(tx, { reason: "sale", by: null }))
  expect(room.printing.list()).toEqual([])
})

test("a drawer pulse that has expired does not open the drawer", async () => {
  const printer = await emulateAt("tcp")
  printer.set({ paperOut: true })
  const room = openRoom([specAt(printer, "tcp")])
  room.write((tx) =>
    room.printing.drawer.open({ ...tx, now: "2020-01-01T00:00:00.000Z" }, { reason: "sale", by: null }),
  )
  room.printing.start()
  await room.until(() => room.printing.list()[0]?.status === "not_printed")
  expect(room.printing.list()[0]?.reason).toBe("too_late")
  printer.set({ paperOut: false })
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.job(jobId).status === "printed")
  expect(printer.pulses).toEqual([])
})

test("a drawer pulse that expires while its printer answers does not open the drawer", async () => {
  const printer = await emulateAt("tcp")
  const clock = createManualClock("2026-11-21T18:00:00.000Z")
  const wire = heldWire()
  const room = openRoom([specAt(printer, "tcp")], undefined, {
    clock,
    transport: wire.transport,
    timeouts: { ...PRINT_TIMEOUTS, answerMs: 20_000 },
  })
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.job(jobId).status === "printed")
  wire.hold()
  room.write((tx) => room.printing.drawer.open(tx, { reason: "sale", by: null }))
  await wire.heard()
  clock.advance(20_000)
  wire.letGo()
  await room.until(() => room.printing.list()[0]?.status !== "queued")
  expect(room.printing.list()[0]).toMatchObject({ status: "not_printed", reason: "too_late" })
  expect(printer.pulses).toEqual([])
})

/** A real wire whose answers can be kept back. */
function heldWire() {
  const kept: (() => void)[] = []
  let isHeld = false
  let onKept = () => {}
  return {
    transport:
      (address: Address): OpenLink =>
      (events) =>
        transportTo(address)({
          ...events,
          onData: (bytes) => {
            if (!isHeld) return events.onData(bytes)
            kept.push(() => events.onData(bytes))
            onKept()
          },
        }),
    hold: () => {
      isHeld = true
    },
    /** Once an answer is kept back. */
    heard: () => (kept.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => (onKept = resolve))),
    letGo: () => {
      isHeld = false
      for (const give of kept.splice(0)) give()
    },
  }
}

test("an amount that the code page cannot print is refused, and the next job prints", async () => {
  const printer = await emulateAt("tcp")
  const room = openRoom([specAt(printer, "tcp")])
  room.printing.start()
  const wrong = receipt()
  const line = { t: "text", s: "₲ 15.000", guard: "money" } as const
  const refused = room.enqueue({ ...wrong, paper: { ...wrong.paper, lines: [line, ...wrong.paper.lines] } })
  const good = room.enqueue(receipt())
  await room.until(() => room.job(good.jobId).status === "printed")
  expect(room.job(refused.jobId)).toMatchObject({
    status: "not_printed",
    reason: "unprintable money: ₲ is not in windows1252",
  })
  expect(printer.receipts).toHaveLength(1)
})

test("a resolution that does not fit the job's state is refused", async () => {
  const printer = await emulateAt("tcp")
  const room = openRoom([specAt(printer, "tcp")])
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.job(jobId).status === "printed")
  const answer = (as: "printed" | "discard") => room.write((tx) => room.printing.resolve(tx, { jobId, as, by: "ana" }))
  expect(answer("printed")).toMatchObject({ refused: "CONFLICT" })
  expect(answer("discard")).toMatchObject({ refused: "CONFLICT" })
  const absent = room.write((tx) => room.printing.resolve(tx, { jobId: "none", as: "printed", by: "ana" }))
  expect(absent).toMatchObject({ refused: "NOT_FOUND" })
})
