/** `npm run fleet`: thousands of stores at the wire against hubs of their own, on this machine alone. */
import { writeFileSync } from "node:fs"
import { cleanUp, complaints } from "../bench/processes.ts"
import { readOptions } from "./options.ts"
import { faultsOf, printFigures } from "./print-figures.ts"
import { runFleet } from "./run-fleet.ts"

process.exitCode = await main()

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if ("help" in options) {
    process[options.code === 0 ? "stdout" : "stderr"].write(options.help)
    return options.code
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => void cleanUp().then(() => process.exit(1)))
  try {
    const found = await runFleet(options, (line) => process.stderr.write(`${line}\n`))
    process.stdout.write(printFigures(found))
    if (options.json) writeFileSync(options.json, `${JSON.stringify(found, null, 2)}\n`)
    const faults = faultsOf(found)
    for (const fault of faults) process.stderr.write(`fleet: ${fault}\n`)
    return faults.length === 0 ? 0 : 1
  } catch (error) {
    process.stderr.write(`fleet: ${(error as Error).message}\n${complaints().join("\n")}\n`)
    return 1
  } finally {
    await cleanUp()
  }
}
