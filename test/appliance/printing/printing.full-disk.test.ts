/** Papers on a disk that takes nothing for a while: what waits is printed afterwards, and what the printer says meanwhile is kept. */
import { expect, test } from "vitest"
import { emulate, openRoom, type Room, receipt, specOf } from "./kit.ts"

const full = ({ db }: Room, is: boolean) => db.pragma(`query_only = ${is ? "ON" : "OFF"}`)

/** When the room next says to its disk what has `part` in its words. */
function whenSaid({ db }: Room, part: string): Promise<void> {
  const prepare = db.prepare.bind(db)
  return new Promise((resolve) => {
    db.prepare = ((text: string) => {
      if (text.includes(part)) resolve()
      return prepare(text)
    }) as typeof db.prepare
  })
}

test("a job that waits while the disk is full prints once there is room", async () => {
  const printer = await emulate("tcp")
  printer.set({ paperOut: true })
  const room = openRoom([specOf(printer, "tcp")])
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.job(jobId).reason === "paper_out")
  full(room, true)
  const begins = whenSaid(room, "SET status = 'sending'")
  printer.set({ paperOut: false })
  await begins
  expect(room.job(jobId).status).toBe("not_printed")
  full(room, false)
  room.printing.notify()
  await room.until(() => room.job(jobId).status === "printed")
  expect(printer.receipts).toHaveLength(1)
})

test("each copy printed while the disk is full is saved as printed once there is room", async () => {
  const printer = await emulate("tcp")
  const room = openRoom([specOf(printer, "tcp")])
  room.printing.start()
  printer.setAfter(6, { paperOut: true })
  const { jobId } = room.enqueue(receipt({ copies: 2 }))
  await room.until(() => room.printing.status()[0]?.state === "paper_out")
  expect(room.job(jobId).status).toBe("sending")
  full(room, true)
  const isOut = whenSaid(room, "SET copies_printed = copies_printed + 1")
  printer.set({ paperOut: false })
  await isOut
  full(room, false)
  room.printing.notify()
  await room.until(() => room.job(jobId).status === "printed")
  expect(printer.receipts).toHaveLength(2)
})

test("a stop on a full disk does not wait, and the current job ends unknown", async () => {
  const printer = await emulate("tcp")
  const room = openRoom([specOf(printer, "tcp")])
  room.printing.start()
  printer.setAfter(6, { paperOut: true })
  const { jobId } = room.enqueue(receipt())
  await room.until(() => room.printing.status()[0]?.state === "paper_out")
  full(room, true)
  const isOut = whenSaid(room, "SET copies_printed = copies_printed + 1")
  printer.set({ paperOut: false })
  await isOut
  await room.printing.stop()
  full(room, false)
  room.printing.start()
  expect(room.job(jobId)).toMatchObject({ status: "unknown", reason: "stopped" })
})
