/** `brasa hub claim`: assigns the box that shows a code to a store. */
import { isRefusal } from "../../protocol/refusals.ts"
import { type Command, type FlagTable, reading } from "../../runtime/flags.ts"
import { DATA_FLAGS } from "../config.ts"
import { type Env, needed, type Plan, runHubCommandInDatabase } from "./run-command.ts"

const FLAGS = {
  ...DATA_FLAGS,
  store: { value: "STORE_ID", about: "The store that the box shall serve.", read: reading.required },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub claim CODE --store STORE_ID [options]",
  about: "Gives the box that shows this code its store. A box that served the store before is shut out.",
  flags: FLAGS,
  words: 1,
} satisfies Command<typeof FLAGS>

const plan: Plan<typeof FLAGS> = ([word], { store }) => {
  const code = needed(word, "CODE")
  return async ({ operator }) => {
    const claimed = await operator.claim(code, store)
    return isRefusal(claimed) ? claimed : [`the box now serves ${claimed.storeName}`]
  }
}

/** Returns the exit code. */
export function runClaim(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, plan, { argv, env })
}
