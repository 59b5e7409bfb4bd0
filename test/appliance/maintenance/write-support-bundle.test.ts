/** What support is sent says what happened, and nobody learns from it who bought, who works or how to get in. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { describe, expect, it, vi } from "vitest"
import { writeBundle } from "../../../appliance/maintenance/write-support-bundle.ts"
import { API_KEY, NOW, openLoneBox } from "../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { tempDir } from "../../kit/temp.ts"

const BUYER = {
  uid: "c-1",
  name: "Griselda",
  lastName: "Ñandúpay",
  govIdType: "CEDULA",
  govIdNumber: "1712345678",
  email: "griselda@example.com",
  phone: "+593987654321",
}
const TIMEOUT = { timeout: 30_000, interval: 50 }
const SECRETS = ["Griselda", "Ñandúpay", "1712345678", "griselda@", "987654321"]

describe("the support bundle", () => {
  it("has the last day without buyers, people and keys, from the page and from the console", async () => {
    const box = await openLoneBox({ printer: true })
    const order = orderBody({ orderId: "sale-1", orderCode: "Griselda-1", paid: "CASH", createdAt: NOW, client: BUYER })
    expect((await box.call("POST", ORDERS, order)).status).toBe(201)
    await box.call("POST", "/api/lan/v1/prints", { document: "receipt", subject: "sale-1" })
    const code = box.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
    const paired = await box.call("POST", "/api/lan/v1/pair", { code }, null)
    const managerKey = paired.body.data.key
    const ask = () => box.call("GET", "/api/lan/v1/support-bundle", undefined, managerKey)
    await vi.waitFor(
      async () => expect((await ask()).body.data.running.heardOfPrinters[0].heard).not.toBeNull(),
      TIMEOUT,
    )
    const shown = await ask()
    expect(shown.status, JSON.stringify(shown.body)).toBe(200)

    const file = join(tempDir(), "bundle.json.gz")
    writeBundle({ data: box.data, now: box.clock.iso(), file })
    const written = gunzipSync(readFileSync(file)).toString("utf8")
    for (const text of [written, JSON.stringify(shown.body.data)]) {
      for (const secret of [...SECRETS, API_KEY, box.registerKey, managerKey]) expect(text).not.toContain(secret)
      const bundle = JSON.parse(text)
      expect(bundle.lastDay.orders).toMatchObject([{ status: "COMPLETED", channel: "POS" }])
      expect(bundle.lastDay.spool).toMatchObject([{ document: "receipt" }])
      expect(bundle.lastDay.outbox.length).toBeGreaterThan(0)
      expect(bundle.database.faults).toEqual([])
    }
    expect(shown.body.data.running.printers).toHaveLength(1)
    expect(shown.body.data.running.heardOfPrinters).toEqual([
      {
        printerId: expect.any(String),
        heard: { bytes: expect.stringMatching(/^([0-9a-f]{2})+$/), at: expect.any(String) },
      },
    ])
    expect(shown.body.data.running.line).toHaveProperty("clockSkewMs")
    expect(JSON.parse(written).running).toBeNull()
  })
})
