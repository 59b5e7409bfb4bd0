/** The page on kitchen displays, its commands run against a box whose cable was never plugged in. */
import { expect, it } from "vitest"
import { openLoneBox } from "../kit/lone-box.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

const STATIONS = [
  { id: "grill", kind: "kds_station" as const },
  { id: "drinks", kind: "kds_station" as const },
]
/** The page's key. */
const KEY = "brasa_test_integrator_0000000000000001"

it("the page on kitchen displays is true", async () => {
  const { box } = await openLoneBox({ stations: STATIONS, key: KEY })
  const answers = jsonsOf(await runPage("docs/integrators/kitchen-displays.md", box.url))
  const eventId = expect.stringMatching(/^evt_[0-9a-f]{12}$/)
  expect(answers).toMatchObject([
    { data: { orderId: "kitchen-1", status: "OPEN" } },
    {
      data: {
        status: "OPEN",
        kitchen: {
          stage: null,
          dispatches: [
            { station: "grill", eventId, lineIds: ["1"] },
            { station: "drinks", eventId, lineIds: ["2"] },
          ],
        },
      },
    },
    { received: true, duplicate: false, status: "processed" },
    { received: true, duplicate: true, status: "processed" },
    { received: true, duplicate: false, status: "ignored" },
    { data: { status: "processed", result: { kind: "recorded", current: "order.dispatched" } } },
    { data: { status: "COMPLETED", kitchen: { stage: "order.dispatched" } } },
  ])
})
