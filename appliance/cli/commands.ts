/** The console commands of the box, by name. */
import { runBackup, runBundle, runCheck, runRestore } from "./backup.ts"
import { runNetwork } from "./check-network.ts"
import { runPair } from "./pair-screen.ts"
import { runRehearsal } from "./rehearse-update.ts"
import { runPin } from "./reset-pin.ts"
import { runPromote, runStandbyCode } from "./standby.ts"
import { runUpdate } from "./update.ts"

/** Returns the exit code. */
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
