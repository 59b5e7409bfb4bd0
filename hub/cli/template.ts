/** `brasa hub template`: lists an account's print templates, saves one to a file, adds a new version. */
import { isRefusal } from "../../protocol/refusals.ts"
import type { StoredTemplate } from "../../protocol/shapes/print-template.ts"
import { BadFlags, type Command, type FlagTable, reading, type Settings } from "../../runtime/flags.ts"
import type { OperatorActions } from "../composition/hub-context.ts"
import { DATA_FLAGS } from "../config.ts"
import {
  byVerb,
  type CommandInput,
  type Env,
  needed,
  readText,
  runHubCommandInDatabase,
  type Verbs,
} from "./run-command.ts"

const FLAGS = {
  ...DATA_FLAGS,
  account: { value: "ID", about: "The account that the templates belong to.", read: reading.required },
  id: { value: "NAME", about: "put: what the template is called (default: its paper).", read: reading.text(null) },
  country: { value: "CODE", about: "put: for the account's stores in this country.", read: reading.text(null) },
  vendor: { value: "ID", about: "put: for this vendor's stores alone.", read: reading.text(null) },
  version: { value: "N", about: "show: this version (default: the newest).", read: reading.text(null) },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub template [list | show NAME | put FILE] --account ID [options]",
  about:
    "What papers look like. A template is a file that people edit; each change is a new version, and the store's boxes are sent it.",
  flags: FLAGS,
  words: 2,
} satisfies Command<typeof FLAGS>

type Asked = Settings<typeof FLAGS>

const VERBS: Verbs<typeof FLAGS> = {
  list:
    (_word, { account }) =>
    async ({ operator }) => {
      const strange = await operator.checkAccount(account)
      if (strange) return strange
      const shelf = await operator.templates(account)
      return shelf.length === 0 ? ["no templates: papers are printed by the seeds"] : shelf.map(lineOf)
    },
  show(word, { account, version }) {
    const name = needed(word, "NAME")
    return async ({ operator }) => {
      const strange = await operator.checkAccount(account)
      if (strange) return strange
      const found = (await operator.templates(account)).findLast(
        (one) => one.templateId === name && (version === null || one.version === Number(version)),
      )
      if (!found) throw new BadFlags([`${name}: there is no such template, or not in this version`])
      return [JSON.stringify(found.body, null, 2)]
    }
  },
  put(word, options) {
    const text = readText(needed(word, "FILE"))
    return ({ operator }) => put(operator, text, options)
  },
}

/** Returns the exit code. */
export function runTemplate(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, byVerb(VERBS), { argv, env })
}

async function put(operator: OperatorActions, text: string, asked: Asked): Promise<CommandInput> {
  const { account: accountId, id: templateId, country: countryCode, vendor: vendorId } = asked
  const done = await operator.putTemplate({ accountId, templateId, countryCode, vendorId, text })
  if (isRefusal(done)) return done
  const { template, isNew, notified } = done
  if (!isNew) return ["nothing to change"]
  const what = `${template.templateId} version ${template.version} is what ${template.document} is printed by`
  return [what, ...notified.map((storeId) => `the box of store ${storeId} is sent it`)]
}

function lineOf({ templateId, version, document, countryCode, vendorId, createdAt }: StoredTemplate): string {
  const reach = vendorId ?? countryCode ?? "all stores"
  return `${templateId}  version ${version}  ${document}  ${reach}  ${createdAt}`
}
