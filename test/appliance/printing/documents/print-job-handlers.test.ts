/** The spool on the LAN: what people have to know of, and a paper that is sent to another printer. */
import { expect, test } from "vitest"
import { openLoneBox } from "../../../kit/lone-box.ts"

const SPOOL = "/api/lan/v1/spool"

test("an unknown job is an alert with its text until a person resolves it", async () => {
  const { call, printer, clock } = await openLoneBox({ printer: true })
  await printer?.switchOff()
  const printed = await call("POST", "/api/lan/v1/prints", { document: "test_page" })
  const { jobId, printerId } = printed.body.data
  expect((await call("POST", `${SPOOL}/${jobId}/move`, { printerId: "attic" })).status).toBe(404)
  expect((await call("POST", `${SPOOL}/${jobId}/move`, { printerId })).body.data).toMatchObject({ jobId, printerId })
  clock.advance(11 * 60_000)
  await printer?.switchOn()
  const alerts = async () => (await call("GET", `${SPOOL}/alerts`)).body.data.alerts
  while (!(await alerts())[0]?.job.asks) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await alerts()).toMatchObject([{ job: { jobId, asks: true, reason: "too_late" } }])
  expect((await alerts())[0].text.length).toBeGreaterThan(50)
  expect((await call("POST", `${SPOOL}/${jobId}/move`, { printerId })).status).toBe(409)
  expect((await call("POST", `${SPOOL}/${jobId}/resolve`, { as: "discard" })).status).toBe(200)
  expect(await alerts()).toEqual([])
  expect(printer?.receipts).toEqual([])
})
