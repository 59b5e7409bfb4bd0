/** `brasa hub template`: the papers' templates of an account: which there are, one of them as a file, a new version. */
import { readFileSync } from "node:fs"
import { isRefusal, type Refusal } from "../protocol/refusals.ts"
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
import type { StoredTemplate } from "../protocol/shapes/print-template.ts"
import { DATA_FLAGS } from "./config.ts"
import type { HubDesk } from "./context.ts"
import { openHub } from "./main.ts"

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

/** The exit code. */
export async function runTemplate(argv: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const asked = readFlags(COMMAND, argv, env)
  if (asked.help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const [verb = "list", word] = asked.words
  if (!["list", "show", "put"].includes(verb)) throw new BadFlags([`${verb}: is none of list, show, put; see --help`])
  if (verb !== "list" && word === undefined) {
    throw new BadFlags([`${verb === "put" ? "FILE" : "NAME"} is missing; see --help`])
  }
  const hub = await openHub(asked.settings, { log: createLog({ level: "warn", name: "hub" }) })
  try {
    const said = await obey(hub.desk, { verb, word: word ?? "" }, asked.settings)
    if (isRefusal(said)) return fail(said)
    process.stdout.write(`${said.join("\n")}\n`)
    return 0
  } finally {
    await hub.close()
  }
}

async function obey(
  desk: HubDesk,
  { verb, word }: { verb: string; word: string },
  asked: Asked,
): Promise<string[] | Refusal> {
  if (verb === "put") return put(desk, word, asked)
  const shelf = await desk.templates(asked.account)
  if (verb === "list") {
    return shelf.length === 0 ? ["no templates: papers are printed by the seeds"] : shelf.map(lineOf)
  }
  const found = shelf.findLast(
    (one) => one.templateId === word && (asked.version === null || one.version === Number(asked.version)),
  )
  if (!found) throw new BadFlags([`${word}: there is no such template, or not in this version`])
  return [JSON.stringify(found.body, null, 2)]
}

async function put(desk: HubDesk, file: string, asked: Asked): Promise<string[] | Refusal> {
  const { account: accountId, id: templateId, country: countryCode, vendor: vendorId } = asked
  const done = await desk.putTemplate({ accountId, templateId, countryCode, vendorId, text: readText(file) })
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

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    throw new BadFlags([`${file}: ${(error as Error).message}`])
  }
}

function fail({ details = [], message }: Refusal): number {
  const lines =
    details.length > 0 ? details.map((one) => [one.path, one.message].filter(Boolean).join(": ")) : [message]
  for (const line of lines) process.stderr.write(`${line}\n`)
  return 2
}
