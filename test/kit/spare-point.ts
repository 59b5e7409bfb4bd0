/** The tests' tenants, with an emission point in reserve for the first store's next box: a number may be on paper that the hub has never heard of. */
import { testTenants } from "./tenants.ts"

export const SPARE_POINT = "077"

export function tenantsWithSparePoint(): string {
  const file = JSON.parse(testTenants())
  const { points } = file.accounts[0].vendors[0].stores[0].fiscal
  points.push({ ...points.find(({ side }: { side: string }) => side === "appliance"), emissionPoint: SPARE_POINT })
  return JSON.stringify(file)
}
