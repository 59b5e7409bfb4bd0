/** A rehearsal sells beside a box that runs, also where sales are numbered, and leaves nothing. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { rehearse } from "../../../appliance/cli/rehearse-update.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { aStoreConfig, openLoneBox } from "../../kit/lone-box.ts"
import { tempDir } from "../../kit/temp.ts"

const FISCAL = {
  environment: "SANDBOX",
  gateway: true,
  provider: "sandbox",
  points: [{ side: "appliance", establishment: "001", emissionPoint: "002" }],
}
const legal = { legalName: "Acme", govIdType: "RUC", govIdNumber: "1790012344001" }

it("sells on a copy of a store with invoices, and does not change the store", async () => {
  const config = aStoreConfig()
  const { data } = await openLoneBox({ config: { ...config, store: { ...config.store, legal, fiscal: FISCAL } } })
  const count = () => {
    const db = new Sqlite(join(data, "box.db"), { readonly: true })
    const counts = ["orders", "fiscal_sequence", "spool_job", "device"].map((table) =>
      db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    )
    db.close()
    return counts
  }
  const before = count()
  await rehearse(data)
  expect(count()).toEqual(before)
  expect(readdirSync(data).filter((name) => name.startsWith("rehearsal-"))).toEqual([])
})

it("works without a store", async () => {
  await expect(rehearse(tempDir())).resolves.toBeUndefined()
})
