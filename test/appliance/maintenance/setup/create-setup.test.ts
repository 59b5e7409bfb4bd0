/** Who may have the box look at itself, and read what it found: anybody until a manager's screen is paired, that screen afterwards. */
import { beforeAll, describe, expect, it } from "vitest"
import { checkSetup, printSetup, readSetup, recheckSetup } from "../../../../protocol/http/setup.ts"
import { type LoneBox, openLoneBox } from "../../../kit/lone-box.ts"
import { pairScreen } from "../../../kit/store-staff.ts"

let box: LoneBox

beforeAll(async () => {
  box = await openLoneBox()
})

const asNobody = {
  check: () => box.call("POST", checkSetup.path, {}, null),
  read: () => box.call("GET", readSetup.path, undefined, null),
}

describe("a box without a manager's screen", () => {
  it("checks itself for every caller, and returns the result", async () => {
    const looked = await asNobody.check()
    expect([looked.status, looked.body.data.checks.length > 3]).toEqual([200, true])
    expect((await asNobody.read()).body.data).toMatchObject({ open: true, checks: looked.body.data.checks })
  })
})

it("prints its documents as new jobs under their own names", async () => {
  const printing = await openLoneBox({ printer: true })
  const print = () => printing.call("POST", printSetup.path, { what: "certificate", language: "es" }, null)
  expect([(await print()).status, (await print()).status]).toEqual([202, 202])
  const { jobs } = (await printing.call("GET", "/api/lan/v1/spool")).body.data
  expect(jobs).toMatchObject(Array(2).fill({ document: "setup_certificate", copyNumber: 0 }))
})

describe("a box with a manager's screen", () => {
  it("checks itself and returns the result only for managers", async () => {
    const manager = await pairScreen(box.box, "manager", "manager-1")
    const told = await asNobody.check()
    expect([told.status, told.body.error]).toEqual([409, "CONFLICT"])
    expect((await asNobody.read()).body.data).toMatchObject({ open: false, checkedAt: null, checks: [] })
    const looked = await manager.call("POST", recheckSetup.path, {})
    expect([looked.status, looked.body.data.checks.length > 3]).toEqual([200, true])
    expect((await asNobody.read()).body.data).toMatchObject({ checkedAt: null, checks: [] })
  })

  it("refuses a register and a caller without a key", async () => {
    const asRegister = await box.call("POST", recheckSetup.path, {})
    expect([asRegister.status, asRegister.body.error]).toEqual([403, "FORBIDDEN"])
    expect((await box.call("POST", recheckSetup.path, {}, null)).status).toBe(401)
  })
})
