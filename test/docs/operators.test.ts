/** What the pages for operators do by hand at the box: screens, staff, the trail; run against a box whose cable was never plugged in. */
import { beforeAll, expect, it } from "vitest"
import { type LoneBox, openLoneBox } from "../kit/lone-box.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"
import { pairScreen } from "../kit/store-staff.ts"

const STATIONS = [{ id: "grill", kind: "kds_station" as const }]

let box: LoneBox["box"]
/** Of the manager's page. */
let key: string

beforeAll(async () => {
  box = (await openLoneBox({ stations: STATIONS })).box
  key = (await pairScreen(box, "manager", "office")).key
})

it("the page on screens is true", async () => {
  await pairScreen(box, "kds_station", "parrilla")
  const [list, code, revoked] = jsonsOf(await runPage("docs/operators/devices.md", box.url, { KEY: key }))
  expect(list).toMatchObject({ data: { stations: ["grill"] } })
  const url = expect.stringContaining("/kds#pair=")
  expect(code).toMatchObject({ data: { deviceId: "parrilla", station: "grill", url } })
  expect(revoked).toMatchObject({ data: { deviceId: "parrilla" } })
})

it("the page on staff is true", async () => {
  const [ana, trail] = jsonsOf(await runPage("docs/operators/staff.md", box.url, { KEY: key }))
  expect(ana).toMatchObject({ data: { name: "Ana", role: "manager" } })
  const entries = expect.arrayContaining([expect.objectContaining({ action: "staff.create" })])
  expect(trail).toMatchObject({ data: { entries } })
})
