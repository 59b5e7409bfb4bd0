/** A whole shift without a link, on real processes: it reaches the hub once, after a kill and a lost acknowledgement. */

import { afterAll, beforeAll, expect, it } from "vitest"
import { createOrder } from "../../protocol/http/orders.ts"
import { printDocument } from "../../protocol/http/print-jobs.ts"
import { closeShift, listDrawer, openDay, openDrawer, openShift, withdrawCash } from "../../protocol/http/register.ts"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { orderBody } from "../kit/order-bodies.ts"
import { eventually, insist } from "./store-day/insist.ts"
import { everythingSent, type Stage, setStage } from "./store-day/stage.ts"

const SHIFT_ID = "0b8f9c1e-5a6d-4e2b-9d3c-00000000a001"
const SHIFT_TIMEOUT_MS = 120_000
const params = { shiftId: SHIFT_ID }
const ana = { operatorUid: "ana", operatorName: "Ana Núñez" }
let stage: Stage

beforeAll(async () => {
  stage = await setStage()
  await insist(() => stage.register.call(openDay, { body: {} }))
  await everythingSent(stage)
}, SHIFT_TIMEOUT_MS)
afterAll(() => stage?.strike())

async function sell(amount: string, currencyCode: string): Promise<void> {
  const body = orderBody({ total: amount, createdAt: new Date().toISOString(), paid: "CASH", operatorUid: "ana" })
  await insist(() =>
    stage.register.call(createOrder, { body: { ...body, payments: { ...body.payments, currencyCode } } as never }),
  )
}

async function takeOut(
  n: number,
  amount: number,
  category: "SAFE_DROP" | "PAID_OUT" | "SHIFT_HANDOVER",
): Promise<void> {
  const body = { withdrawalId: `0b8f9c1e-5a6d-4e2b-9d3c-00000000b00${n}`, amount, category }
  await insist(() => stage.register.call(withdrawCash, { params, body }))
}

/** The last acknowledgement that the box has heard. */
function heard(): number {
  const db = new Sqlite(stage.boxDatabase, { readonly: true })
  const { acked } = db.prepare("SELECT acked FROM sync_line").get() as { acked: number }
  db.close()
  return acked
}

/** As the box's disk is where no acknowledgement since then was heard. */
function unhear(acked: number) {
  return (database: string) => {
    const db = new Sqlite(database)
    db.prepare("UPDATE sync_line SET acked = ?").run(acked)
    db.close()
  }
}

function rows<Row>(sql: string): Row[] {
  const db = new Sqlite(stage.hubDatabase, { readonly: true })
  const found = db.prepare<[], Row>(sql).all()
  db.close()
  return found
}

it("a whole offline shift is at the hub once, with its drawer, floats and withdrawals", {
  timeout: SHIFT_TIMEOUT_MS,
}, async () => {
  stage.cable.pull()
  const acked = heard()
  const shift = {
    shiftId: SHIFT_ID,
    ...ana,
    currency: "USD",
    openingBalance: 100,
    otherFloats: [{ currency: "EUR", openingBalance: 20 }],
  }
  await insist(() => stage.register.call(openShift, { body: shift }))
  await sell("6.50", "USD")
  await sell("30", "EUR")
  await takeOut(1, 40, "SAFE_DROP")
  await stage.killBox()
  await takeOut(2, 5.25, "PAID_OUT")
  await insist(() => stage.register.call(openDrawer, { body: { reason: "GIVE_CHANGE" } }))
  await takeOut(3, 50, "SHIFT_HANDOVER")
  const body = {
    counted: [{ denomination: 1, count: 11 }],
    others: [{ currency: "EUR", counted: [{ denomination: 10, count: 5 }] }],
    reason: "COUNTING_ERROR" as const,
  }
  const close = await insist(() => stage.register.call(closeShift, { params, body }))
  expect([close.discrepancy, close.others[0]?.discrepancy]).toEqual([-0.25, 0])
  await insist(() => stage.register.call(printDocument, { body: { document: "shift_slip", subject: SHIFT_ID } }))
  const { openings } = await insist(() => stage.register.call(listDrawer, {}))
  expect(openings.length).toBe(4)

  stage.cable.mend()
  await everythingSent(stage)
  await stage.killBox(unhear(acked))
  await everythingSent(stage)

  const closes = "SELECT currency, discrepancy, reason FROM cash_reconciliation ORDER BY currency"
  expect(rows(closes)).toEqual([
    { currency: "EUR", discrepancy: 0, reason: "COUNTING_ERROR" },
    { currency: "USD", discrepancy: -2_500, reason: "COUNTING_ERROR" },
  ])
  const [kept, ...more] = rows<{ record: string }>("SELECT record FROM cash_shift")
  expect(more).toEqual([])
  expect(JSON.parse(kept?.record ?? "{}")).toMatchObject({
    ...shift,
    closedAt: expect.any(String),
    withdrawals: [
      { amount: 40, category: "SAFE_DROP" },
      { amount: 5.25, category: "PAID_OUT" },
      { amount: 50, category: "SHIFT_HANDOVER" },
    ],
  })
  const opened = rows<{ id: string }>("SELECT opening_id AS id FROM drawer_opening ORDER BY 1").map(({ id }) => id)
  expect(opened).toEqual(openings.map(({ openingId }) => openingId).sort())
  expect(rows("SELECT * FROM parked_op")).toEqual([])
  await eventually(async () =>
    stage.printer.receipts.some(({ text }) => /EUR|€/.test(text) && text.includes("Faltante")) ? null : "no slip",
  )
})
