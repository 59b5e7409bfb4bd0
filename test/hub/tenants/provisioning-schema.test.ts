import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { provisioningSchema } from "../../../hub/tenants/index.ts"

it("the published schema is the one that checks files (npm run record)", () => {
  const published = readFileSync(new URL("../../../docs/provisioning.schema.json", import.meta.url), "utf8")
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(provisioningSchema())))
})
