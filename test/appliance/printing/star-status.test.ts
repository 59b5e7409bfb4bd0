/** Star's status, byte by byte as its command manuals have it, and the count of marks that proves a paper. */
import { describe, expect, it, test } from "vitest"
import { findProfile, type PrinterProfile } from "../../../appliance/printing/index.ts"
import { NO_FLAGS, type Reply } from "../../../appliance/printing/session/read-replies.ts"
import { createStarReader } from "../../../appliance/printing/session/read-star-replies.ts"
import { questionsFor, type Signs } from "../../../appliance/printing/session/status-queries.ts"
import type { Wire } from "../../../appliance/printing/session/wire.ts"
import { emulate, ids, openRoom, receipt, specOf } from "./kit.ts"

const profile = findProfile("star-80") as PrinterProfile
const FINE = [0x23, 0x06, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]

function read(bytes: readonly number[]): Reply[] {
  const heard: Reply[] = []
  const take = createStarReader((reply) => heard.push(reply))
  for (const byte of bytes) take(Uint8Array.of(byte))
  return heard
}

/** The status of a printer that is fine but for one byte. */
function statusWith(at: number, byte: number): Reply {
  const bytes = [...FINE]
  bytes[at] = byte
  return read(bytes)[0] as Reply
}

describe("a status of Star", () => {
  it.each([
    ["the cover is open", 2, 0x20, { coverOpen: true }],
    ["it is off line", 2, 0x08, { offline: true }],
    ["the drawer's switch is closed, which is no trouble", 2, 0x04, {}],
    ["the motor fails", 3, 0x04, { error: true }],
    ["the knife is stuck", 3, 0x08, { error: true }],
    ["a technician is needed", 3, 0x20, { error: true }],
    ["the paper is jammed", 4, 0x04, { error: true }],
    ["there is no paper", 5, 0x08, { paperOut: true }],
    ["the paper is near its end", 5, 0x04, { paperLow: true }],
  ])("says that %s", (_, at, byte, told) => {
    const fine = { offline: false, coverOpen: false, paperOut: false, paperLow: false, error: false }
    expect(statusWith(at, byte)).toMatchObject({ kind: "automatic", flags: { ...fine, ...told } })
  })

  it.each([
    [0x02, 1],
    [0x0e, 7],
    [0x20, 8],
    [0x6e, 31],
  ])("counts its marks around the fixed bit in the middle (%i is %i)", (byte, marks) => {
    expect(statusWith(7, byte)).toMatchObject({ marks })
  })

  it("is as long as it says: seven bytes without a count, eleven where the second header says so, XON passed over", () => {
    const old = [0x0f, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00]
    const long = [0x23, 0x86, ...FINE.slice(2, 7), 0x04, 0x00, 0x00, 0x00]
    const heard = read([0x11, ...old, 0x13, ...long, ...FINE])
    expect(heard.map((reply) => reply.kind === "automatic" && reply.marks)).toEqual([null, 2, 0])
  })
})

describe("the marks around a paper", () => {
  const wire = (marks: number | null) => ({ marks: () => marks }) as Wire
  const signs = (marks: number | null) => questionsFor(profile).signs(wire(marks), { token: "0001" })
  const told = (marks: number): Reply => ({ kind: "automatic", flags: NO_FLAGS, marks })

  it.each(Array.from({ length: 32 }, (_, marks) => [marks]))(
    "at %i marks: neither this number nor the mark of a torn paper lets the next one begin",
    (marks) => {
      const { fence, end } = signs(marks) as Signs
      const begun = [...(fence?.ask ?? [])].filter((byte) => byte === 0x17).length
      expect([marks, marks + 1].map((stale) => fence?.is(told(stale)))).toEqual([false, false])
      expect([fence?.is(told(begun)), end.is(told(begun)), end.is(told(begun + 1))]).toEqual([true, false, true])
    },
  )

  it("prove nothing where a printer does not count them", () => {
    expect(signs(null)).toBeNull()
  })
})

test("a torn paper is worked off, told on a slip, and the next one is proved for itself", async () => {
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
  // The rest of the torn one, the slip, and the paper itself.
  expect(printer.receipts).toHaveLength(3)
})

test("a picture of Star Line is a picture, and a torn one does not swallow the paper after it", async () => {
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
