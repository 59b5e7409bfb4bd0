/** Printers with their own commands at the end of a serial line: they print, and one that is unplugged in the middle of a job tears no later one. */
import { describe, expect, test } from "vitest"
import { emulate, openRoom, receipt, spec, specOf } from "./kit.ts"

/** In the middle of a receipt, which has about 1,400 bytes. */
const BYTES_UNTIL_UNPLUGGED = 500

describe.each([
  ["bematech-80", "printed"],
  ["bematech-mp-4200-th", "unknown"],
  ["daruma-dr700", "unknown"],
] as const)("a %s at the end of a serial line", (profile, outcome) => {
  test(`prints a receipt, which ends ${outcome}, and opens its drawer`, async () => {
    const printer = await emulate("pty", { profile })
    const room = openRoom([specOf(printer, "pty", `?profile=${profile}`)])
    room.printing.start()
    const { jobId } = room.enqueue(receipt())
    await printer.waitForReceipts(1)
    await room.until(() => room.job(jobId).status === outcome)
    expect(printer.receipts[0]?.text).toContain("Atiende                          María José Peña")
    room.write((tx) => room.printing.drawer.open(tx, { reason: "sale", by: "ana" }))
    await room.until(() => room.printing.list().every(({ status }) => status === outcome))
    await expect.poll(() => printer.pulses.length).toBe(1)
    expect(printer.unknown).toEqual([])
  })

  test("prints the next receipt whole after it was unplugged in the middle of one", async () => {
    const printer = await emulate("pty", { profile })
    const room = openRoom([specOf(printer, "pty", `?profile=${profile}`)])
    room.printing.start()
    printer.failAfter(BYTES_UNTIL_UNPLUGGED, "power")
    const torn = room.enqueue(receipt())
    await room.until(() => room.job(torn.jobId).status === "unknown")
    expect(printer.receipts).toHaveLength(0)
    await printer.switchOn()
    room.enqueue(receipt())
    const lastPaper = () => {
      // A try that met the printer while it was off waits for its turn; this one does not.
      room.printing.notify()
      return printer.receipts.at(-1)?.text ?? ""
    }
    await expect.poll(lastPaper).toContain("Íñigo Núñez")
    expect(printer.unknown).toEqual([])
  })
})

test("a model that opens no drawer is sent no pulse", () => {
  const room = openRoom([spec("tcp://127.0.0.1:9?profile=brother-esc-p")])
  expect(room.write((tx) => room.printing.drawer.open(tx, { reason: "sale", by: null }))).toBeNull()
  expect(room.printing.list()).toEqual([])
})
