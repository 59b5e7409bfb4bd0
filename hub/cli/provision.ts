/** `brasa hub provision`: applies a provisioning file to the hub. */
import { isRefusal, type Refusal } from "../../protocol/refusals.ts"
import { type Command, type FlagTable, reading } from "../../runtime/flags.ts"
import { DATA_FLAGS } from "../config.ts"
import { type Provisioned, provisioningSchema } from "../tenants/index.ts"
import { type Env, needed, type Plan, readText, runHubCommandInDatabase } from "./run-command.ts"

/** Progress is shown for files of at least this length. */
const LARGE_FILE_CHARS = 500_000

const FLAGS = {
  ...DATA_FLAGS,
  schema: { about: "Prints the JSON Schema of such a file instead.", read: reading.switch },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub provision FILE [options]",
  about:
    "Makes the hub say what a provisioning file says. Applied twice it changes nothing; a bad file changes nothing.",
  flags: FLAGS,
  words: 1,
} satisfies Command<typeof FLAGS>

const plan: Plan<typeof FLAGS> = ([word], { schema }) => {
  if (schema) return [JSON.stringify(provisioningSchema(), null, 2)]
  const file = needed(word, "FILE")
  const text = readText(file)
  const progress = text.length > LARGE_FILE_CHARS ? (line: string) => process.stderr.write(`… ${line}\n`) : undefined
  return async ({ operator }) => {
    const done = await operator.provision(text, progress)
    return isRefusal(done) ? inFile(file, done) : reportLines(done)
  }
}

/** Returns the exit code. */
export function runProvision(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, plan, { argv, env, mayBegin: true })
}

function reportLines({ changes, notified, secrets }: Provisioned): string[] {
  return [
    ...changes,
    changes.length === 0 ? "nothing to change" : `${changes.length} changes`,
    ...notified.map((storeId) => `the box of store ${storeId} is sent its new configuration`),
    ...secrets.map(({ what, secret }) => `${what}: ${secret}   (shown once)`),
  ]
}

/** Puts the file's name before each fault. */
function inFile(file: string, refusal: Refusal): Refusal {
  const details = refusal.details ?? [{ path: "", message: refusal.message }]
  return { ...refusal, details: details.map((one) => ({ ...one, path: [file, one.path].filter(Boolean).join(": ") })) }
}
