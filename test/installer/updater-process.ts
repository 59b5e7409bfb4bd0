/** The updater as a process of its own that dies, as in a power cut, right after the step that it is told. */
import { runUpdate } from "../../installer/updater/run-update.ts"
import { updaterParts } from "./updater-parts.ts"

const [layout = "", dieAfter] = process.argv.slice(2)

await runUpdate({
  ...updaterParts(JSON.parse(layout)),
  print: (line) => void process.stdout.write(`${line}\n`),
  onStep: (step) => {
    if (step === dieAfter) process.kill(process.pid, "SIGKILL")
  },
})
