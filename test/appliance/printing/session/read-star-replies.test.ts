/** The status of Star printers byte by byte, as their command manuals define it, and the mark count that confirms a document. */
import { describe, expect, it, test } from "vitest"
import { findProfile, type PrinterProfile } from "../../../../appliance/printing/index.ts"
import { NO_FLAGS, type Reply } from "../../../../appliance/printing/session/read-replies.ts"
import { createStarReader } from "../../../../appliance/printing/session/read-star-replies.ts"
import { type Confirmations, queriesFor } from "../../../../appliance/printing/session/status-queries.ts"
import { emulate, ids, openRoom, receipt, specOf } from "../kit.ts"

const profile = findProfile("star-80") as PrinterProfile
const FINE = [0x23, 0x06, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]

function read(bytes: readonly number[]): Reply[] {
  const replies: Reply[] = []
  const readBytes = createStarReader((reply) => replies.push(reply))
  for (const byte of bytes) readBytes(Uint8Array.of(byte))
  return replies
}

/** The status of a ready printer with one byte changed. */
function statusWith(at: number, byte: number): Reply {
  const bytes = [...FINE]
  bytes[at] = byte
  return read(bytes)[0] as Reply
}

describe("the status of a Star printer", () => {
  it.each([
    ["the cover is open", 2, 0x20, { coverOpen: true }],
    ["it is off line", 2, 0x08, { offline: true }],
    ["nothing is wrong while the drawer's switch is closed", 2, 0x04, {}],
    ["the motor fails", 3, 0x04, { error: true }],
    ["the cutter is stuck", 3, 0x08, { error: true }],
    ["a technician is needed", 3, 0x20, { error: true }],
    ["the paper is jammed", 4, 0x04, { error: true }],
    ["there is no paper", 5, 0x08, { paperOut: true }],
    ["the paper is near its end", 5, 0x04, { paperLow: true }],
  ])("reports that %s", (_, at, byte, flags) => {
    const fine = { offline: false, coverOpen: false, paperOut: false, paperLow: false, error: false }
    expect(statusWith(at, byte)).toMatchObject({ kind: "automatic", flags: { ...fine, ...flags } })
  })

  it.each([
    [0x02, 1],
    [0x0e, 7],
    [0x20, 8],
    [0x6e, 31],
  ])("gives the mark count in the bits around a fixed one (%i is %i)", (byte, marks) => {
    expect(statusWith(7, byte)).toMatchObject({ marks })
  })

  it("has the length that its header gives, without a count or with two more bytes, and XON is skipped", () => {
    const old = [0x0f, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00]
    const long = [0x23, 0x86, ...FINE.slice(2, 7), 0x04, 0x00, 0x00, 0x00]
    const replies = read([0x11, ...old, 0x13, ...long, ...FINE])
    expect(replies.map((reply) => reply.kind === "automatic" && reply.marks)).toEqual([null, 2, 0])
  })
})

describe("the marks around a document", () => {
  const confirmations = (marks: number | null) => queriesFor(profile).confirmations(marks, { token: "0001" })
  const counted = (marks: number): Reply => ({ kind: "automatic", flags: NO_FLAGS, marks })

  it.each(Array.from({ length: 32 }, (_, marks) => [marks]))(
    "begin at %i with a number that neither the present count nor the mark of a torn document can reach",
    (marks) => {
      const { begin, end } = confirmations(marks) as Confirmations
      const first = [...(begin?.ask ?? [])].filter((byte) => byte === 0x17).length
      expect([marks, marks + 1].map((stale) => begin?.isAnswer(counted(stale)))).toEqual([false, false])
      expect([begin?.isAnswer(counted(first)), end.isAnswer(counted(first)), end.isAnswer(counted(first + 1))]).toEqual(
        [true, false, true],
      )
    },
  )

  it("confirm nothing where the printer does not count them", () => {
    expect(confirmations(null)).toBeNull()
  })
})

test("the box clears a torn document, prints a slip about it, and confirms the next document by itself", async () => {
  const printer = await emulate("tcp", { profile: "star-80" })
  const room = openRoom([specOf(printer, "tcp", "?profile=star-80")])
  room.printing.start()
  printer.setAfter(6, { paperOut: true })
  const { jobId: torn } = room.enqueue(receipt())
  await room.until(() => room.printing.status()[0]?.state === "paper_out")
  printer.cutCable(true)
  await room.until(() => room.job(torn).status === "unknown")
  printer.cutCable(false)
  const { jobId: next } = room.enqueue(receipt())
  printer.set({ paperOut: false })
  await room.until(() => room.job(next).status === "printed")
  // The rest of the torn document, the slip, and the new document.
  expect(printer.receipts).toHaveLength(3)
})

test("a Star Line printer prints pictures, and a torn picture does not swallow the next document", async () => {
  const printer = await emulate("tcp", { profile: "star-line-80" })
  const room = openRoom([specOf(printer, "tcp", "?profile=star-line-80")])
  room.printing.start()
  const job = receipt()
  const image = { t: "image", width: 576, height: 120, bits: Buffer.alloc(72 * 120, 0xa5).toString("base64") } as const
  const withPicture = { ...job, paper: { ...job.paper, lines: [image, ...job.paper.lines] } }
  await room.until(() => room.printing.status()[0]?.state === "ready")
  printer.failAfter(5000, "cable")
  const { jobId: torn } = room.enqueue(withPicture)
  await room.until(() => room.job(torn).status === "unknown")
  printer.cutCable(false)
  const { jobId: next } = room.enqueue(receipt())
  await room.until(() => room.job(next).status === "printed")
  expect(printer.receipts.map(({ text }) => text.includes("María José Peña"))).toEqual([false, true])
  const { jobId: whole } = room.enqueue({ ...withPicture, jobId: ids.uuid() })
  await room.until(() => room.job(whole).status === "printed")
  expect(printer.receipts.at(-1)?.text).toContain("[picture 576x120]")
})
