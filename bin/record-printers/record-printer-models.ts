/** Puts together the models of the three libraries and their command sets, as `printer-models.json` holds them. */
import type { CommandSet, RecordedModel } from "../../appliance/printing/encoding/command-set.ts"
import { encoderCommands, encoderModels } from "./from-encoder.ts"
import { escposBufferModels } from "./from-escpos-buffer.ts"
import { thermalModels } from "./from-node-thermal-printer.ts"

export interface PrinterModels {
  readonly commandSets: Readonly<Record<string, CommandSet>>
  readonly models: readonly RecordedModel[]
}

/** A set is stored once, under its language or else the first model that has it. */
export async function recordPrinterModels(): Promise<PrinterModels> {
  const commandSets = new Map<string, CommandSet>()
  const names = new Map<string, string>()
  const nameOf = (commands: CommandSet, fallback: string) => {
    const key = JSON.stringify(commands)
    const name = names.get(key) ?? fallback
    names.set(key, name)
    commandSets.set(name, commands)
    return name
  }
  for (const language of ["esc-pos", "star-prnt", "star-line"] as const) {
    nameOf(await encoderCommands(language), language)
  }
  const recorded = [...(await encoderModels()), ...(await escposBufferModels()), ...(await thermalModels())]
  const models = recorded.map(({ model, commands }) => ({ ...model, commands: nameOf(commands, model.id) }))
  return {
    commandSets: Object.fromEntries(commandSets),
    models: models.sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true })),
  }
}
