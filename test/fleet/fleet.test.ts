import { afterAll, describe, expect, it } from "vitest"
import { cleanUp } from "../bench/processes.ts"
import { readOptions } from "./options.ts"
import { faultsOf, printFigures } from "./print-figures.ts"
import { runFleet } from "./run-fleet.ts"

describe("a fleet", () => {
  afterAll(cleanUp)

  it("of twenty stores sells to one hub with two stores away for a while, without losses or dead letters", async () => {
    const options = { stores: 20, seconds: 4, rate: 20, hubs: 1, away: 2, interval: 60, storm: false, json: null }
    const found = await runFleet(options, () => {})
    expect(faultsOf(found)).toEqual([])
    expect(found.made).toBeGreaterThan(20)
    expect(found.behind.count).toBeGreaterThan(0)
    expect(found.outages.vanished).toBe(2)
    expect(Object.values(found.hub.lists).some(({ count }) => count > 0)).toBe(true)
    expect(found.hub.refusedAsks).toBe(0)
    expect(printFigures(found)).toContain(`${found.made} made, ${found.made} acknowledged, ${found.made} at the hub`)
  })

  it("reports what was lost", () => {
    const good = { made: 3, orders: 3, atHub: { orders: 3, parked: 0 }, faults: {} }
    const judge = (over: object) => faultsOf({ ...good, ...over } as never)
    expect(judge({})).toEqual([])
    expect(judge({ orders: 2 })).toHaveLength(1)
    expect(judge({ atHub: { orders: 2, parked: 1 } })).toHaveLength(2)
    expect(judge({ faults: { DIVERGED: 1 } })).toEqual(["DIVERGED: 1 times"])
  })
})

describe("the options of a fleet", () => {
  it("default to two thousand stores with one sale a minute on one hub", () => {
    expect(readOptions([])).toMatchObject({
      stores: 2_000,
      rate: 2_000 / 60,
      hubs: 1,
      away: 40,
      interval: 60,
      storm: false,
    })
  })

  it("have limits, and accept no address", () => {
    for (const wrong of [
      ["--stores", "9000"],
      ["--hubs", "0"],
      ["--seconds", "x"],
      ["--hub", "http://203.0.113.1"],
    ])
      expect(readOptions(wrong)).toMatchObject({ code: 2, help: expect.stringContaining("Usage") })
  })
})
