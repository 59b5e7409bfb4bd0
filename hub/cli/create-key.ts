/** `brasa hub create-key`: creates an API key and shows it once. */
import { isRefusal } from "../../protocol/refusals.ts"
import { type Command, type FlagTable, reading } from "../../runtime/flags.ts"
import { DATA_FLAGS } from "../config.ts"
import { type Env, type Plan, runHubCommandInDatabase } from "./run-command.ts"

const FLAGS = {
  ...DATA_FLAGS,
  account: { value: "ID", about: "The account that the key belongs to.", read: reading.required },
  vendor: {
    value: "ID",
    about: "The vendor that it is bound to; without it the key may call hardly anything.",
    read: reading.text(null),
  },
  name: { value: "NAME", about: "What people call it.", read: reading.required },
  scope: {
    value: "SCOPE",
    many: true,
    about: "What it may do, such as orders:read. May be repeated.",
    read: (texts: readonly string[]) => {
      if (texts.length === 0) throw new Error("is required")
      return texts
    },
  },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub create-key --account ID --vendor ID --name NAME --scope SCOPE… [options]",
  about: "Makes an API key and shows it once.",
  flags: FLAGS,
} satisfies Command<typeof FLAGS>

const plan: Plan<typeof FLAGS> =
  (_words, { account, vendor, name, scope }) =>
  async ({ operator }) => {
    const made = await operator.createKey({ accountId: account, vendorId: vendor, name, scopes: scope })
    return isRefusal(made) ? made : [`${made.key}   (shown once)`]
  }

/** Returns the exit code. */
export function runCreateKey(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, plan, { argv, env })
}
