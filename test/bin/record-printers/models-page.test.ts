/** The operators' list of printer models is what `npm run record` would write. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import stored from "../../../appliance/printing/encoding/printer-models.json" with { type: "json" }
import { modelsPage } from "../../../bin/record-printers/models-page.ts"
import type { PrinterModels } from "../../../bin/record-printers/record-printer-models.ts"

it("the page of models lists each model of printer-models.json", () => {
  const page = readFileSync(new URL("../../../docs/operators/printer-models.md", import.meta.url), "utf8")
  expect(page).toBe(modelsPage(stored as unknown as PrinterModels))
})
