/** A pairing code from the console beside a box that runs: for what the manager's page would make one, and for nothing else. */
import { expect, it } from "vitest"
import { runPair } from "../../../appliance/cli/pair-screen.ts"
import { ask } from "../../kit/hub.ts"
import { openLoneBox } from "../../kit/lone-box.ts"
import { outputOf } from "../../kit/output-of.ts"

const STATIONS = [{ id: "grill", kind: "kds_station" as const }]

it("pairs a kitchen station's screen with a station of the store", async () => {
  const { box, data } = await openLoneBox({ stations: STATIONS })
  const said = await pairBy("--data", data, "--kind", "kds_station", "--station", "grill")
  const [, code = ""] = /^0 Pairing code (\S+) for kds-station-1:/.exec(said) ?? []
  const paired = await ask(`${box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
  expect([paired.status, paired.body.data.station]).toEqual([201, "grill"])
})

it("lists the stations, and creates no code for an unknown one", async () => {
  const { data } = await openLoneBox({ stations: STATIONS })
  const ask = (...argv: string[]) => pairBy("--data", data, ...argv)
  expect(await ask("--kind", "kds_station")).toBe(
    "2 brasa appliance pair: --station: is required: which kitchen station does it show?\n",
  )
  expect(await ask("--kind", "kds_station", "--station", "girll")).toContain("--station: is none of this store: grill")
  expect(await ask("--kind", "pos", "--station", "grill")).toContain("--station: is only of a kitchen station's screen")
  expect(await pairBy("--data", `${data}/none`)).toContain("there is no box in")
})

function pairBy(...argv: string[]): Promise<string> {
  return outputOf(() => runPair(argv, {}))
}
