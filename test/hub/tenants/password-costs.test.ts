/** What passwords and PINs cost whoever tries many: these tests run with cheap ones, the product does not. */
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { hashPassword, matchesPassword } from "../../../hub/tenants/index.ts"
import { COST } from "../../../hub/tenants/password-costs.ts"

/** Past the stand-in that a test run has for it. */
const real = (path: string): Promise<Record<string, number>> =>
  import(`${fileURLToPath(new URL(`../../../${path}`, import.meta.url))}?real`)

test("the costs of a password are what OWASP recommends, those of a PIN half of that", async () => {
  expect({ ...(await real("hub/tenants/password-costs.ts")) }).toEqual({ COST: 32_768, BLOCK: 8, LANES: 1 })
  expect({ ...(await real("appliance/staff/pin-costs.ts")) }).toEqual({ COST: 16_384 })
})

test("a hash contains its costs, and one with other costs still matches", async () => {
  const dear = "scrypt$32768$8$1$BwcHBwcHBwcHBwcHBwcHBw$kEZZihKcLpKqXYZKOR7jLcnV1f8ybo_sETYcayy4kkc"
  expect(await hashPassword("a-good-password")).toContain(`scrypt$${COST}$8$1$`)
  expect(await matchesPassword("a-good-password", dear)).toBe(true)
  expect(await matchesPassword("another-password", dear)).toBe(false)
})
