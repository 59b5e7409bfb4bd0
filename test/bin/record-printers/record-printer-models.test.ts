/** The stored commands of printers are what the installed libraries say. */
import { describe, expect, it } from "vitest"
import stored from "../../../appliance/printing/encoding/printer-models.json" with { type: "json" }
import { recordPrinterModels } from "../../../bin/record-printers/record-printer-models.ts"

describe("printer-models.json", () => {
  it("equals what `npm run record` would write", async () => {
    expect(await recordPrinterModels()).toEqual(stored)
  })

  it("names the source of each command", () => {
    for (const { sources, ...commands } of Object.values(stored.commandSets)) {
      expect(Object.keys(sources).sort()).toEqual(Object.keys(commands).sort())
    }
  })

  it("has every model of the libraries", () => {
    const brands = new Set(stored.models.map(({ brand }) => brand))
    expect([...brands]).toEqual(
      expect.arrayContaining(["Bematech", "Brother", "Custom", "Daruma", "Epson", "Star", "Tanca"]),
    )
    expect(stored.models.length).toBeGreaterThan(80)
  })
})
