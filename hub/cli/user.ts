/** `brasa hub person`: manages the dashboard's users, including the first one of an account. */
import { inviteUser, type OneTimeLink, type User } from "../../protocol/http/admin/users.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { USER_ROLES, type UserRole } from "../../protocol/rules/users/user-roles.ts"
import { BadFlags, type Command, type FlagTable, reading } from "../../runtime/flags.ts"
import { createValidator } from "../../runtime/validate.ts"
import { DATA_FLAGS } from "../config.ts"
import type { NamedUser } from "../users/index.ts"
import {
  type AtHub,
  byVerb,
  type Env,
  needed,
  neededFlag,
  resultLine,
  runHubCommandInDatabase,
  type Verbs,
} from "./run-command.ts"

const FLAGS = {
  ...DATA_FLAGS,
  account: {
    value: "ID",
    about: "list: only this account's. create: the account. Else: which, if several have the address.",
    read: reading.text(null),
  },
  name: {
    value: "NAME",
    about: "create: the name of the user (default: the address).",
    read: reading.text(null),
  },
  role: {
    value: "ROLE",
    about: `create: one of ${USER_ROLES.join(", ")} (default owner).`,
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

const VERBS: Verbs<typeof FLAGS> = {
  list:
    (_word, { account }) =>
    async ({ operator, users }) => {
      const strange = account === null ? null : await operator.checkAccount(account)
      if (strange) return strange
      const found = await users.list(account)
      if (found.length === 0) return ["nobody may sign in yet: brasa hub person create EMAIL --account ID"]
      return found.map(line)
    },
  create(word, { name, role, vendor, ...settings }) {
    const email = needed(word, "EMAIL")
    const account = neededFlag(settings.account, "--account")
    if (!isRole(role)) throw new BadFlags([`--role: must be one of ${USER_ROLES.join(", ")}`])
    const wish = { email, name: name ?? email, role, vendorIds: vendor.length > 0 ? vendor : null }
    // The same check as in the dashboard: an owner with an invalid address could never sign in.
    const faults = createValidator().check(inviteUser.body, wish)
    if (faults.length > 0) throw new BadFlags(faults.map(({ path, message }) => `${path} ${message}`))
    return async ({ users }) => {
      const made = await users.create(account, wish)
      return isRefusal(made) ? made : [`${email} may sign in as ${role}`, linkLine(made.link)]
    }
  },
  reset(word, { account }) {
    const who = { email: needed(word, "EMAIL"), accountId: account }
    return async ({ users }) => {
      const link = await users.reset(who)
      return isRefusal(link) ? link : [linkLine(link)]
    }
  },
  disable: (word, { account }) => setDisabled({ email: needed(word, "EMAIL"), accountId: account }, true),
  enable: (word, { account }) => setDisabled({ email: needed(word, "EMAIL"), accountId: account }, false),
}

/** Returns the exit code. */
export function runUser(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, byVerb(VERBS), { argv, env })
}

function setDisabled(who: NamedUser, disabled: boolean): AtHub {
  const now = disabled ? "no longer sign in; open sessions have ended" : "sign in again"
  return async ({ users }) => resultLine(await users.setDisabled(who, disabled), `${who.email} may ${now}`)
}

function line({ accountId, email, role, disabledAt, vendorIds }: User & { accountId: string }): string {
  const sees = vendorIds === null ? "all vendors" : vendorIds.join(", ")
  return [accountId, email, role, sees, ...(disabledAt ? ["disabled"] : [])].join("  ")
}

function linkLine({ path, expiresAt }: OneTimeLink): string {
  return `behind the hub's address, once, until ${expiresAt}: ${path}`
}

function isRole(role: string): role is UserRole {
  return USER_ROLES.some((known) => known === role)
}
