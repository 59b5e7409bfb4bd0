/** `brasa hub person`: who of headquarters may sign in at the dashboard, and the first one of an account. */
import type { OneTimeLink, Person } from "../protocol/http/admin/people.ts"
import { isRefusal, type Refusal } from "../protocol/refusals.ts"
import { PEOPLE_ROLES, type PersonRole } from "../protocol/rules/people-roles.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags, reading } from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { DATA_FLAGS } from "./config.ts"
import { type OpenHub, openHub } from "./main.ts"

const FLAGS = {
  ...DATA_FLAGS,
  account: { value: "ID", about: "list: only this account's. create: the account.", read: reading.text(null) },
  name: {
    value: "NAME",
    about: "create: what people call the person (default: the address).",
    read: reading.text(null),
  },
  role: {
    value: "ROLE",
    about: `create: one of ${PEOPLE_ROLES.join(", ")} (default owner).`,
    read: reading.text("owner"),
  },
  vendor: {
    value: "ID",
    many: true,
    about: "create: a vendor whose stores the person sees; without it all of the account. May be repeated.",
    read: (texts: readonly string[]) => texts,
  },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub person [list | create EMAIL | reset EMAIL | disable EMAIL | enable EMAIL] [options]",
  about:
    "People who sign in at /dashboard. Create and reset print a link that works once, for 72 hours: behind it the person chooses a password.",
  flags: FLAGS,
  words: 2,
} satisfies Command<typeof FLAGS>

type Asked = { account: string | null; name: string | null; role: string; vendor: readonly string[] }
type Verb = (people: OpenHub["people"], email: string, asked: Asked) => Promise<string | Refusal>

const VERBS: Readonly<Record<string, Verb>> = {
  create: async (people, email, { account, name, role, vendor }) => {
    if (!account) throw new BadFlags(["--account: is required"])
    if (!isRole(role)) throw new BadFlags([`--role: must be one of ${PEOPLE_ROLES.join(", ")}`])
    const wish = { email, name: name ?? email, role, vendorIds: vendor.length > 0 ? vendor : null }
    const made = await people.create(account, wish)
    return isRefusal(made) ? made : `${email} may sign in as ${role}\n${linkLines(made.link)}`
  },
  reset: async (people, email) => {
    const link = await people.reset(email)
    return isRefusal(link) ? link : linkLines(link)
  },
  disable: (people, email) => setDisabled(people, email, true),
  enable: (people, email) => setDisabled(people, email, false),
}

/** The exit code. */
export async function runPerson(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const asked = readFlags(COMMAND, argv, env)
  if (asked.help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const [name = "list", email] = asked.words
  const verb = VERBS[name]
  if (!verb && name !== "list") throw new BadFlags([`${name}: is not expected here; see --help`])
  if (verb && email === undefined) throw new BadFlags(["EMAIL is missing; see --help"])
  const { people, close } = await openHub(asked.settings, { log: createLog({ level: "warn", name: "hub" }) })
  try {
    const done = verb ? await verb(people, email ?? "", asked.settings) : await list(people, asked.settings.account)
    if (isRefusal(done)) process.stderr.write(`${done.message}\n`)
    else process.stdout.write(`${done}\n`)
    return isRefusal(done) ? 2 : 0
  } finally {
    await close()
  }
}

async function setDisabled(people: OpenHub["people"], email: string, disabled: boolean): Promise<string | Refusal> {
  const person = await people.setDisabled(email, disabled)
  if (isRefusal(person)) return person
  return `${email} may ${disabled ? "no longer sign in; open sessions have ended" : "sign in again"}`
}

async function list(people: OpenHub["people"], account: string | null): Promise<string> {
  const found = await people.list(account)
  return found.length === 0
    ? "nobody may sign in yet: brasa hub person create EMAIL --account ID"
    : found.map(line).join("\n")
}

function line({ accountId, email, role, disabledAt, vendorIds }: Person & { accountId: string }): string {
  const sees = vendorIds === null ? "all vendors" : vendorIds.join(", ")
  return [accountId, email, role, sees, ...(disabledAt ? ["disabled"] : [])].join("  ")
}

function linkLines({ path, expiresAt }: OneTimeLink): string {
  return `behind the hub's address, once, until ${expiresAt}: ${path}`
}

function isRole(role: string): role is PersonRole {
  return PEOPLE_ROLES.some((known) => known === role)
}
