/** `brasa printer`: the commands `preview` and `pictures`; anything else goes to the printer emulator. */
import { runPrinterCommand } from "../../emulator/index.ts"
import { runPicturesCommand, runPreviewCommand } from "./preview-command.ts"

/** The exit code. */
export async function runPrinterCommands(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv
  if (verb === "preview") return runPreviewCommand(rest)
  if (verb === "pictures") return runPicturesCommand(rest)
  return runPrinterCommand(argv)
}
