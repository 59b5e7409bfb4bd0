/** What an operator says to a box at its console, beside or instead of the box itself: loaded with the first such word. */
import { runBackup, runBundle, runCheck, runRestore } from "./care/index.ts"
import { runNetwork } from "./network-cli.ts"
import { runPair } from "./pair-cli.ts"
import { runPin } from "./pin-cli.ts"
import { runRehearsal } from "./rehearse-cli.ts"
import { runPromote, runStandbyCode } from "./standby-cli.ts"
import { runUpdate } from "./update-cli.ts"

/** Answers the exit code. */
type Run = (argv: readonly string[], env: Readonly<Record<string, string | undefined>>) => Promise<number> | number

export const CONSOLE_COMMANDS: ReadonlyMap<string, Run> = new Map<string, Run>([
  ["pair", runPair],
  ["pin", runPin],
  ["backup", runBackup],
  ["restore", runRestore],
  ["check", runCheck],
  ["bundle", runBundle],
  ["standby-code", runStandbyCode],
  ["network", runNetwork],
  ["promote", runPromote],
  ["rehearse", runRehearsal],
  ["update", runUpdate],
])
