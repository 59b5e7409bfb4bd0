/** A long loop: how often it goes round, what else it may be told, and how it is run. */
import { BadFlags, type FlagTable, helpOf, readFlags, type Settings } from "../../runtime/flags.ts"

export interface Loop {
  /** `[KILLS]`, as the help shows it; empty where it takes no count. */
  readonly words: string
  readonly about: string
  /** The exit code. Throws where anything was lost. */
  run(argv: readonly string[]): Promise<number>
}

export interface Definition<Flags extends FlagTable> {
  readonly about: string
  /** What is counted, and how many there are where nobody says. */
  readonly counts?: readonly [what: string, usual: number]
  readonly flags?: Flags
  run(options: Settings<Flags> & { readonly count: number }): Promise<number>
}

export function loop<Flags extends FlagTable = Record<never, never>>(
  name: string,
  { about, counts, flags = {} as Flags, run }: Definition<Flags>,
): readonly [string, Loop] {
  const words = counts === undefined ? "" : `[${counts[0]}]`
  const usual = counts === undefined ? "" : ` ${counts[0]} is ${counts[1]} where nobody says.`
  const usage = `npm run soak -- ${`${name} ${words}`.trim()}${Object.keys(flags).length > 0 ? " [options]" : ""}`
  const command = { usage, about: `${about}.${usual}`, flags, words: counts === undefined ? 0 : 1 }
  return [
    name,
    {
      words,
      about,
      async run(argv) {
        const read = readFlags(command, argv, {})
        if (read.help) {
          process.stdout.write(helpOf(command))
          return 0
        }
        return run({ ...read.settings, count: countOf(read.words[0], counts) })
      },
    },
  ]
}

function countOf(word: string | undefined, counts: Definition<FlagTable>["counts"]): number {
  const [what, usual] = counts ?? ["", 0]
  if (word === undefined) return usual
  if (!/^[1-9]\d*$/.test(word)) throw new BadFlags([`${what} must be a whole number from 1, not "${word}"`])
  return Number(word)
}
