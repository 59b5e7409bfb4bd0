/** `brasa printer models`: lists the printer models that the box knows, by brand. */
import { type Command, helpOf, readFlags } from "../../../runtime/flags.ts"
import { PROFILES, type PrinterProfile } from "../encoding/printer-profiles.ts"

const WORDS_MAX = 5
const COMMAND: Command<Record<string, never>> = {
  usage: "brasa printer models [WORD …]",
  about: "Lists the models that have all the words in their brand, name or profile, as profile=… takes them.",
  flags: {},
  words: WORDS_MAX,
}

/** The exit code: 1 where no model has the words. */
export function runModelsCommand(argv: readonly string[]): number {
  const { words, help } = readFlags(COMMAND, argv, {})
  if (help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const found = findModels(words)
  process.stdout.write(found.length === 0 ? "No model has these words.\n" : `${found.map(rowOf).join("\n")}\n`)
  return found.length === 0 ? 1 : 0
}

export function findModels(words: readonly string[]): readonly PrinterProfile[] {
  const matches = ({ id, name }: PrinterProfile) =>
    words.every((word) => `${id} ${name}`.toLowerCase().includes(word.toLowerCase()))
  return PROFILES.filter(matches).sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
}

function rowOf({ id, name, width, capabilities, status }: PrinterProfile): string {
  const { qr, barcode, drawer } = capabilities
  const remarks = [
    qr === "image" ? "QR codes as pictures" : "",
    barcode === "image" ? "barcodes as pictures" : "",
    drawer ? "" : "no drawer",
    status ? "" : "does not tell its status",
  ]
  return [`profile=${id}`, name, `${width} columns`, remarks.filter(Boolean).join(", ")].filter(Boolean).join("  ")
}
