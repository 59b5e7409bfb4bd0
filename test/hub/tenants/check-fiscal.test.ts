import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readProvisioning } from "../../../hub/tenants/index.ts"
import { createValidator } from "../../../runtime/validate.ts"

const DEMO = readFileSync(new URL("../../../hub/tenants/demo-tenant.json", import.meta.url), "utf8")
const validator = createValidator()
const STORES = "accounts.0.vendors.0.stores"

// biome-ignore lint/suspicious/noExplicitAny: the point is to break the file in ways its type forbids.
type Broken = any

/** Of the Ecuadorian vendor's stores, as a change left them. */
function faultsOf(change: (stores: Broken[]) => void) {
  const file = JSON.parse(DEMO)
  change(file.accounts[0].vendors[0].stores)
  const result = readProvisioning(JSON.stringify(file), validator)
  return result.ok ? [] : result.faults
}

const points = (...list: object[]) => ({ environment: "SANDBOX", points: list })
const hub = { establishment: "001", emissionPoint: "001", side: "hub" }
const box = { establishment: "001", emissionPoint: "002", side: "appliance" }

/** A second store whose box numbers from the point that the first one's has. */
function addBranch(stores: Broken[], environment: string) {
  stores[0].fiscal.environment = environment
  const id = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4dff"
  stores.push({ ...stores[0], id, code: "UIO-002", fiscal: { environment, points: [hub, box] } })
}

describe("fiscal points in a provisioning file", () => {
  it.each([
    ["BR", { series: "890" }, "series"],
    ["CO", { prefix: "SETP", from: 1, to: 9, resolution: "1" }, "technicalKey"],
    ["CL", { documentType: "39", from: 9, to: 1 }, "from"],
    ["AR", { pointOfSale: 0 }, "pointOfSale"],
    ["VE", { series: "A" }, "identifier"],
    ["EC", { establishment: "001" }, "emissionPoint"],
  ])("of %s are refused with the key that is wrong: %j", (countryCode, point, key) => {
    const faults = faultsOf(([store]) =>
      Object.assign(store, { countryCode, fiscal: points({ ...point, side: "hub" }) }),
    )
    expect(faults).toEqual([{ path: `${STORES}.0.fiscal.points.0.${key}`, message: expect.stringMatching(/^must be/) }])
  })

  it("with a misspelt key are refused with that key", () => {
    const faults = faultsOf(([store]) => Object.assign(store, { fiscal: points({ ...hub, emisionPoint: "001" }) }))
    expect(faults).toEqual([{ path: `${STORES}.0.fiscal.points.0.emisionPoint`, message: "is not allowed" }])
  })

  it("are never shared by hub and box", () => {
    const shared = { ...hub, side: "appliance" }
    expect(faultsOf(([store]) => Object.assign(store, { fiscal: points(hub, shared) }))).toEqual([
      { path: `${STORES}.0.fiscal.points.1`, message: `could give the same numbers as ${STORES}.0.fiscal.points.0` },
    ])
  })

  it("are never shared by boxes of two stores in production, but may be in the sandbox", () => {
    expect(faultsOf((stores) => addBranch(stores, "SANDBOX"))).toEqual([])
    expect(faultsOf((stores) => addBranch(stores, "PRODUCTION"))).toEqual([
      { path: `${STORES}.1.fiscal.points.1`, message: `could give the same numbers as ${STORES}.0.fiscal.points.1` },
    ])
  })

  it("need the store's country", () => {
    const faults = faultsOf(([store]) => delete store.countryCode)
    expect(faults).toContainEqual({
      path: `${STORES}.0.countryCode`,
      message: "is required for a store with fiscal.points",
    })
  })
})
