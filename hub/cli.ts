/** The hub's command line: runs it, provisions it, makes keys, gives waiting boxes their store. */
import { readFileSync } from "node:fs"
import { isRefusal, type Refusal } from "../protocol/refusals.ts"
import { codeOf } from "../protocol/runtime/dialect.ts"
import {
  BadFlags,
  type Command,
  type FlagTable,
  helpOf,
  readFlags,
  reading,
  type Settings,
} from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { SchemaRefused } from "../protocol/runtime/migrate.ts"
import { MoveRefused } from "../protocol/runtime/move-database.ts"
import { SqliteDamaged } from "../protocol/runtime/sqlite.ts"
import { StoreUnavailable } from "../protocol/runtime/store-errors.ts"
import { startWatchdog } from "../protocol/runtime/watchdog.ts"
import { DATA_FLAGS, HUB_COMMAND } from "./config.ts"
import type { HubDesk } from "./context.ts"
import { runFiscal } from "./fiscal-cli.ts"
import { JOBS, jobLine } from "./jobs-cli.ts"
import { type OpenHub, openHub, startHub } from "./main.ts"
import { runMove } from "./move-cli.ts"
import { runPerson } from "./person-cli.ts"
import { runTemplate } from "./template-cli.ts"
import { provisioningSchema } from "./tenants/index.ts"
import { runUpdates } from "./updates-cli.ts"
import { runWebhooks } from "./webhooks-cli.ts"

/** SQLite's words for a file that it cannot use. */
const DISK = /^SQLITE_(NOTADB|CANTOPEN|READONLY|FULL|IOERR|CORRUPT)/

/** A file from which on a person wants to see how far it is. */
const LARGE_FILE_CHARS = 500_000

const PROVISION_FLAGS = {
  ...DATA_FLAGS,
  schema: { about: "Prints the JSON Schema of such a file instead.", read: reading.switch },
} as const satisfies FlagTable

const PROVISION = {
  usage: "brasa hub provision FILE [options]",
  about:
    "Makes the hub say what a provisioning file says. Applied twice it changes nothing; a bad file changes nothing.",
  flags: PROVISION_FLAGS,
  words: 1,
} satisfies Command<typeof PROVISION_FLAGS>

const KEY_FLAGS = {
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
    about: "What it may do, such as orders:read.",
    read: (texts: readonly string[]) => texts,
  },
} as const satisfies FlagTable

const CREATE_KEY = {
  usage: "brasa hub create-key --account ID --vendor ID --name NAME --scope SCOPE… [options]",
  about: "Makes an API key and shows it once.",
  flags: KEY_FLAGS,
} satisfies Command<typeof KEY_FLAGS>

const CLAIM_FLAGS = {
  ...DATA_FLAGS,
  store: { value: "STORE_ID", about: "The store that the box shall serve.", read: reading.required },
} as const satisfies FlagTable

const CLAIM = {
  usage: "brasa hub claim CODE --store STORE_ID [options]",
  about: "Gives the box that shows this code its store. A box that served the store before is shut out.",
  flags: CLAIM_FLAGS,
  words: 1,
} satisfies Command<typeof CLAIM_FLAGS>

/** The exit code. */
export async function runHubCommand(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv)
  } catch (error) {
    // What an operator can mend is told in one line; everything else is a bug and keeps its stack.
    const known = [StoreUnavailable, SchemaRefused, SqliteDamaged, MoveRefused].some((kind) => error instanceof kind)
    throw known || DISK.test(codeOf(error)) ? new BadFlags([(error as Error).message]) : error
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv
  if (verb === "provision") return runProvision(rest)
  if (verb === "create-key") return runCreateKey(rest)
  if (verb === "claim") return runClaim(rest)
  if (verb === "jobs") return runJobs(rest)
  if (verb === "template") return runTemplate(rest, process.env)
  if (verb === "webhooks") return runWebhooks(rest, process.env)
  if (verb === "fiscal") return runFiscal(rest, process.env)
  if (verb === "person") return runPerson(rest, process.env)
  if (verb === "updates") return runUpdates(rest, process.env)
  if (verb === "move") return runMove(rest, process.env)
  return runHub(argv)
}

async function runHub(argv: readonly string[]): Promise<number> {
  const asked = read(HUB_COMMAND, argv)
  if (!asked) return 0
  const log = createLog({ level: asked.settings.logLevel, name: "hub" })
  const hub = await startHub(asked.settings, { log, process })
  const watchdog = await startWatchdog({ env: process.env, url: hub.url, log })
  await hub.stopped
  await watchdog.stop()
  return 0
}

async function runProvision(argv: readonly string[]): Promise<number> {
  const asked = read(PROVISION, argv)
  if (!asked) return 0
  if (asked.settings.schema) {
    say(JSON.stringify(provisioningSchema(), null, 2))
    return 0
  }
  const file = word(asked.words, "FILE")
  const text = readText(file)
  return atDesk(asked.settings, async (desk) => {
    const progress = text.length > LARGE_FILE_CHARS ? (line: string) => process.stderr.write(`… ${line}\n`) : undefined
    const done = await desk.provision(text, progress)
    if (isRefusal(done)) return fail(done, file)
    for (const line of done.changes) say(line)
    say(done.changes.length === 0 ? "nothing to change" : `${done.changes.length} changes`)
    for (const storeId of done.notified) say(`the box of store ${storeId} is sent its new configuration`)
    for (const { what, secret } of done.secrets) say(`${what}: ${secret}   (shown once)`)
    return 0
  })
}

async function runCreateKey(argv: readonly string[]): Promise<number> {
  const asked = read(CREATE_KEY, argv)
  if (!asked) return 0
  const { account, vendor, name, scope } = asked.settings
  return atDesk(asked.settings, async (desk) => {
    const made = await desk.createKey({ accountId: account, vendorId: vendor, name, scopes: scope })
    if (isRefusal(made)) return fail(made)
    say(`${made.key}   (shown once)`)
    return 0
  })
}

async function runClaim(argv: readonly string[]): Promise<number> {
  const asked = read(CLAIM, argv)
  if (!asked) return 0
  const code = word(asked.words, "CODE")
  return atDesk(asked.settings, async (desk) => {
    const claimed = await desk.claim(code, asked.settings.store)
    if (isRefusal(claimed)) return fail(claimed)
    say(`the box now serves ${claimed.storeName}`)
    return 0
  })
}

async function runJobs(argv: readonly string[]): Promise<number> {
  const asked = read(JOBS, argv)
  if (!asked) return 0
  const { settings } = asked
  const [verb = "list", id] = asked.words
  if (!["list", "retry", "dismiss"].includes(verb)) throw new BadFlags([`${verb}: is not expected here; see --help`])
  if (verb === "list" && id !== undefined) throw new BadFlags([`${id}: is not expected here`])
  if (verb !== "list" && id === undefined) throw new BadFlags(["ID is missing; see --help"])
  if (verb === "dismiss" && !settings.note) throw new BadFlags(["--note: is required"])
  return atHub(settings, async ({ jobs }) => {
    if (verb === "list") return listJobs(jobs, settings)
    const done = verb === "retry" ? await jobs.retry(id ?? "") : await jobs.dismiss(id ?? "", settings.note ?? "")
    if (isRefusal(done)) return fail(done)
    say(verb === "retry" ? `job ${done.id} is on its way again` : `job ${done.id} is dismissed`)
    return 0
  })
}

async function listJobs(jobs: OpenHub["jobs"], { kind, status, limit }: Settings<typeof JOBS.flags>): Promise<number> {
  const lines = await jobs.list({ limit, ...(kind !== null && { kind }), ...(status !== null && { status }) })
  for (const line of lines) say(jobLine(line))
  if (lines.length === 0) say(status === null ? "no job asks for a person" : `no job is ${status}`)
  return 0
}

/** Null when only help was asked for, and shown. */
function read<Table extends FlagTable>(command: Command<Table>, argv: readonly string[]) {
  const asked = readFlags(command, argv, process.env)
  if (!asked.help) return asked
  process.stdout.write(helpOf(command))
  return null
}

function word(words: readonly string[], name: string): string {
  if (words[0] === undefined) throw new BadFlags([`${name} is missing; see --help`])
  return words[0]
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    throw new BadFlags([`${file}: ${(error as Error).message}`])
  }
}

function atDesk(settings: Settings<typeof DATA_FLAGS>, work: (desk: HubDesk) => Promise<number>): Promise<number> {
  return atHub(settings, ({ desk }) => work(desk))
}

async function atHub(settings: Settings<typeof DATA_FLAGS>, work: (hub: OpenHub) => Promise<number>): Promise<number> {
  const hub = await openHub(settings, { log: createLog({ level: "warn", name: "hub" }) })
  try {
    return await work(hub)
  } finally {
    await hub.close()
  }
}

/** One line a fault. */
function fail(refusal: Refusal, file?: string): number {
  const details = refusal.details ?? []
  const lines =
    details.length > 0
      ? details.map(({ path, message }) => [path, message].filter(Boolean).join(": "))
      : [refusal.message]
  for (const line of lines) process.stderr.write(`${file ? `${file}: ` : ""}${line}\n`)
  return 2
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
