/** `npm run soak -- LOOP`: the long loops by hand. `--help` lists them, and says after a loop's name what that one may be told. */
import { BadFlags } from "../../runtime/flags.ts"
import { LOOPS } from "./loops.ts"

process.exit(await soak(process.argv.slice(2)))

async function soak([name, ...argv]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h") {
    process.stdout.write(usage())
    return 0
  }
  const loop = LOOPS.get(name)
  if (!loop) return fault(`soak: there is no loop "${name}"; there are ${[...LOOPS.keys()].join(", ")}`)
  try {
    return await loop.run(argv)
  } catch (error) {
    if (!(error instanceof BadFlags)) throw error
    return fault(...error.faults.map((line) => `soak ${name}: ${line}`))
  }
}

function usage(): string {
  const rows = [...LOOPS].map(([name, { words, about }]) => `  ${`${name} ${words}`.padEnd(22)}${about}`)
  return `Usage: npm run soak -- LOOP [options]\n\n${rows.join("\n")}\n\nEach answers --help. A run that loses, doubles or garbles anything ends with an error that names it.\n`
}

function fault(...lines: readonly string[]): number {
  for (const line of lines) process.stderr.write(`${line}\n`)
  return 2
}
