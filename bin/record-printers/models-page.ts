/** Writes `docs/operators/printer-models.md`: all printer models by brand, and how each one was proven. */
import { PROFILES, type PrinterProfile } from "../../appliance/printing/encoding/printer-profiles.ts"
import type { PrinterModels } from "./record-printer-models.ts"

const HEAD = `# Printer models

Written by \`npm run record\`; do not edit. [How to set up a printer](printers.md).

No model was tried on a real printer. For each one, a test writes a day close, a receipt with a fiscal QR code, a kitchen ticket and a
drawer pulse, and the emulator of that model reads them back without an unknown command. The commands come from the library in the last
column. Print the test page first.

- *QR*, *barcode*: \`own\` is printed by the printer's own command, \`drawn\` is sent as a picture.
- *status*: \`yes\` where the printer tells how it is. The papers of the others end as *unknown* without anybody being asked.

`
const TABLE =
  "| `profile=` | model | columns | QR | barcode | drawer | cutter | status | commands from |\n|---|---|---|---|---|---|---|---|---|"

export function modelsPage({ models }: PrinterModels): string {
  const sources = new Map(models.map(({ id, source }) => [id, source]))
  const named = PROFILES.filter(({ id }) => sources.has(id))
  const brands = [...new Set(named.map(({ brand }) => brand))].sort((a, b) => a.localeCompare(b, "en"))
  const sections = brands.map((brand) => {
    const rows = named.filter((profile) => profile.brand === brand).map((profile) => rowOf(profile, sources))
    return `## ${brand}\n\n${TABLE}\n${rows.join("\n")}\n`
  })
  return `${HEAD}${sections.join("\n")}\n${olderNames(sources)}`
}

function rowOf(profile: PrinterProfile, sources: ReadonlyMap<string, string>): string {
  const { id, model, width, capabilities, status } = profile
  const { qr, barcode, drawer, cutter } = capabilities
  const shown = { native: "own", some: "Code 128 own, others drawn", image: "drawn" }
  const yes = (is: boolean) => (is ? "yes" : "no")
  const cells = [
    `\`${id}\``,
    model,
    width,
    shown[qr],
    shown[barcode],
    yes(drawer),
    yes(cutter),
    yes(status),
    sources.get(id),
  ]
  return `| ${cells.join(" | ")} |`
}

/** Names that older settings stored. */
function olderNames(sources: ReadonlyMap<string, string>): string {
  const rows = PROFILES.filter(({ id }) => !sources.has(id)).map(
    ({ id, name, width }) => `| \`${id}\` | ${name} | ${width} |`,
  )
  return `## Names of older settings\n\nThey still work.\n\n| \`profile=\` | models | columns |\n|---|---|---|\n${rows.join("\n")}\n`
}
