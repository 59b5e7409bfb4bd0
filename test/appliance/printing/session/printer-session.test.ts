/** The session with a printer, over a real connection. */
import { expect, test } from "vitest"
import type { Address } from "../../../../appliance/printing/discovery/read-printer-spec.ts"
import { transportTo } from "../../../../appliance/printing/transport/open-transport.ts"
import type { OpenLink } from "../../../../appliance/printing/transport/transport.ts"
import { emulate, openRoom, receipt, specOf } from "../kit.ts"

test("a connection that closes before the printer was greeted is opened again, and the job prints", async () => {
  const printer = await emulate("tcp")
  const room = openRoom([specOf(printer, "tcp")], undefined, { transport: closingOnce })
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.job(jobId).status === "printed")
  expect(printer.receipts).toHaveLength(1)
})

/** The first connection closes while its first bytes are on their way out. */
const closingOnce = (address: Address): OpenLink => {
  let opened = 0
  return async (events) => {
    const link = await transportTo(address)(events)
    opened++
    if (opened > 1) return link
    return {
      ...link,
      write: async (bytes) => {
        await link.close()
        await link.write(bytes)
      },
    }
  }
}
