/** Writes `docs/contributors/printer-commands.md`: where the libraries say different things about a printer, what we send, and why. */
import type { CommandSet, RecordedModel } from "../../appliance/printing/encoding/command-set.ts"
import { REASONS } from "./choice-reasons.ts"
import { ENCODER, encoderModels } from "./from-encoder.ts"
import { ESCPOS_BUFFER, escposBufferPages, recordByName } from "./from-escpos-buffer.ts"
import { NODE_THERMAL_PRINTER, thermalCommands } from "./from-node-thermal-printer.ts"
import type { PrinterModels } from "./record-printer-models.ts"

type Said = Partial<CommandSet> & { readonly pages?: RecordedModel["pages"] }

type TheirName =
  | { readonly encoder: string }
  | { readonly buffer: string; readonly columns?: number }
  | { readonly thermal: Parameters<typeof thermalCommands>[0] }

interface Comparison {
  readonly printer: string
  /** The model whose commands are ours. */
  readonly model: string
  readonly libraries: readonly (readonly [library: string, commands: Said])[]
}

const VERBS = ["begin", "pages", "lineEnd", "styles", "align", "cut", "drawer", "qr", "barcode", "image"] as const
type Verb = (typeof VERBS)[number]

const HEAD = `# Where the libraries disagree about a printer

Written by \`npm run record\`; do not edit. Bytes are hexadecimal. A hole such as \`{size}\` is filled when a document is written.
The commands of all models are in \`appliance/printing/encoding/printer-models.json\`. No real printer was used.

`

export async function differencesPage(recorded: PrinterModels): Promise<string> {
  const rows = (await comparisons()).flatMap((comparison) => differences(comparison, recorded))
  const sections = new Map<string, string[]>()
  for (const { printer, text } of rows) sections.set(printer, [...(sections.get(printer) ?? []), text])
  const texts = [...sections].map(([printer, parts]) => `## ${printer}\n\n${parts.join("\n")}`)
  return `${HEAD}${texts.join("\n")}`
}

/** The printer, the model whose commands are ours, and what each library calls it. A Bematech's mode follows from its columns. */
const COMPARED: readonly (readonly [printer: string, model: string, theirs: readonly TheirName[]])[] = [
  ["Epson", "epson-tm-t88v", [{ encoder: "epson-tm-t88v" }, { buffer: "TM-T88" }, { thermal: "EPSON" }]],
  ["Star", "star-tsp100iv", [{ encoder: "star-tsp100iv" }, { thermal: "STAR" }]],
  ["Daruma", "daruma-dr700", [{ buffer: "DR700" }, { thermal: "DARUMA" }]],
  ["Bematech in ESC/Bema", "bematech-mp-4200-th", [{ buffer: "MP-4200 TH" }]],
  ["Bematech in ESC/POS", "bematech-mp-4200-th-esc-pos", [{ buffer: "MP-4200 TH", columns: 42 }]],
  ["Bematech MP-2800 TH", "bematech-mp-2800-th", [{ buffer: "MP-2800 TH" }]],
  ["Elgin I9", "elgin-i9", [{ buffer: "I9" }]],
  ["Elgin I7", "elgin-i7", [{ buffer: "I7" }]],
  ["Elgin VOX, Sweda, Dataregis", "elgin-vox", [{ buffer: "VOX" }]],
  ["Perto", "perto-pertoprinter", [{ buffer: "PertoPrinter" }]],
  ["Diebold", "diebold-tsp-143", [{ buffer: "TSP-143" }]],
  ["Control iD Print iD", "controlid-printid", [{ buffer: "PrintiD" }]],
  ["TecToy", "tectoy-q4", [{ buffer: "Q4" }]],
  ["POS-80, POS-58 and CMP-20", "generic-pos-80", [{ buffer: "POS-80" }, { encoder: "pos-8360" }]],
  ["Custom", "custom-esc-pos", [{ thermal: "CUSTOM" }]],
  ["Tanca", "tanca-esc-pos", [{ thermal: "TANCA" }]],
  ["Brother", "brother-esc-p", [{ thermal: "BROTHER" }]],
]

async function comparisons(): Promise<Comparison[]> {
  return Promise.all(
    COMPARED.map(async ([printer, model, theirs]) => ({
      printer,
      model,
      libraries: await Promise.all(theirs.map(commandsOf)),
    })),
  )
}

async function commandsOf(their: TheirName): Promise<readonly [library: string, commands: Said]> {
  if ("thermal" in their) return [NODE_THERMAL_PRINTER, await thermalCommands(their.thermal)]
  if ("buffer" in their) {
    const { commands } = await recordByName(their.buffer, their.columns)
    return [ESCPOS_BUFFER, { ...commands, pages: escposBufferPages(their.buffer) }]
  }
  const found = (await encoderModels()).find(({ model }) => model.id === their.encoder)
  return [ENCODER, { ...found?.commands, pages: found?.model.pages ?? {} }]
}

/** Throws where a difference has no reason, so that an update of a library cannot add one unseen. */
function differences({ printer, model: id, libraries }: Comparison, { models, commandSets }: PrinterModels) {
  const model = models.find((known) => known.id === id)
  const ours: Said = { ...commandSets[model?.commands ?? ""], pages: model?.pages ?? {} }
  return VERBS.flatMap((verb) => {
    const said = libraries.flatMap(([library, commands]) => {
      const text = textOf(verb, commands)
      return text === null ? [] : [{ library, text }]
    })
    const chosen = textOf(verb, ours) ?? "none"
    if (said.every(({ text }) => text === chosen)) return []
    const reason = REASONS[printer]?.[verb]
    if (reason === undefined)
      throw new Error(`${printer}: why do we send ${verb} ${chosen} and not ${JSON.stringify(said)}?`)
    const rows = [...said.map(({ library, text }) => `| ${library} | ${text} |`), `| **ours** | ${chosen} |`]
    return [{ printer, text: `**${verb}.** ${reason}\n\n| | bytes |\n|---|---|\n${rows.join("\n")}\n` }]
  })
}

/** Null where the library says nothing about it. */
function textOf(verb: Verb, commands: Said): string | null {
  const value = commands[verb]
  if (value === undefined || value === null || value === "") return null
  if (typeof value === "string") return `\`${value}\``
  if (verb === "styles") {
    const styles = (commands.styles ?? []).map(({ mask, set }) => ({ mask, set }))
    return styles.length === 0 ? null : code(styles.flatMap(({ set }) => Object.values(set)))
  }
  if (verb === "pages") return pagesText(commands.pages ?? {})
  if (verb === "drawer") return code(commands.drawer?.pins ?? []) || null
  if (verb === "qr") return code([qrText(commands.qr)])
  if (verb === "barcode") {
    const codes = Object.values(commands.barcode ?? {}).map(({ bytes }) => bytes)
    return codes.length === 0 ? null : code(codes)
  }
  if (verb === "image") return code([`${commands.image?.begin}…${commands.image?.band}…${commands.image?.end}`])
  return code([commands.align?.left ?? "", commands.align?.center ?? ""])
}

/** Without the line end, which we add where a library leaves it to its caller. */
function qrText(qr: CommandSet["qr"] | undefined): string {
  return (qr?.bytes ?? "").replace("{length}", `{length+${qr?.lengthAdds ?? 0}}`).replace(/(0d)?0a$/, "")
}

function code(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== "")
    .map((part) => `\`${part}\``)
    .join(" ")
}

function pagesText(pages: RecordedModel["pages"]): string | null {
  const entries = Object.entries(pages).sort(([a], [b]) => a.localeCompare(b))
  return entries.length === 0 ? null : entries.map(([page, bytes]) => `${page} \`${bytes || "none"}\``).join(", ")
}
