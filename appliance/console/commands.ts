/** What an operator says to a box at its console, beside or instead of the box itself: loaded with the first such word. */
import { runBackup, runBundle, runCheck, runRestore } from "./care.ts"
import { runNetwork } from "./network.ts"
import { runPair } from "./pair.ts"
import { runPin } from "./pin.ts"
import { runRehearsal } from "./rehearse.ts"
import { runPromote, runStandbyCode } from "./standby.ts"
import { runUpdate } from "./update.ts"

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
