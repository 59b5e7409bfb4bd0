/** The table of differences between the libraries is what the installed versions say, and each difference has a reason. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { REASONS } from "../../../bin/record-printers/choice-reasons.ts"
import { differencesPage } from "../../../bin/record-printers/compare-libraries.ts"
import { recordPrinterModels } from "../../../bin/record-printers/record-printer-models.ts"

it("the page of differences equals what `npm run record` would write, and uses every reason", async () => {
  const page = await differencesPage(await recordPrinterModels())
  expect(readFileSync(new URL("../../../docs/contributors/printer-commands.md", import.meta.url), "utf8")).toBe(page)
  for (const [printer, reasons] of Object.entries(REASONS)) {
    for (const [verb, reason] of Object.entries(reasons))
      expect(page, `${printer}: ${verb}`).toContain(`**${verb}.** ${reason}`)
  }
})
