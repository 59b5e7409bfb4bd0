/** `brasa hub fiscal`: documents that a person must look at, and a note once that is done. */
import { isRefusal } from "../protocol/refusals.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags, reading } from "../protocol/runtime/flags.ts"
import { createLog } from "../protocol/runtime/log.ts"
import { DATA_FLAGS } from "./config.ts"
import type { StuckDocument } from "./fiscal/index.ts"
import { openHub } from "./main.ts"

const LISTED = 50
const LIST_MAX = 1_000
const VERBS = ["list", "void", "settle"]

const FLAGS = {
  ...DATA_FLAGS,
  limit: {
    value: "N",
    about: `list: at most so many, oldest first (default ${LISTED}).`,
    read: reading.whole(LISTED, { min: 1, max: LIST_MAX }),
  },
  note: {
    value: "TEXT",
    about: "settle: what was done about it, at the authority or with the guest.",
    read: reading.text(null),
  },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub fiscal [list | void REQUEST_ID | settle REQUEST_ID --note TEXT] [options]",
  about:
    "Fiscal documents that are stuck: numbered on both sides of a cut cable, never taken by the authority, or without its verdict for an hour. Void gives a document that was numbered twice to the authority, and its credit note after it; a running hub sends both. Settling keeps a note; the document and its number stay as they are.",
  flags: FLAGS,
  words: 2,
} satisfies Command<typeof FLAGS>

/** The exit code. */
export async function runFiscal(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const asked = readFlags(COMMAND, argv, env)
  if (asked.help) {
    process.stdout.write(helpOf(COMMAND))
    return 0
  }
  const { limit, note } = asked.settings
  const [verb = "list", id] = asked.words
  if (!VERBS.includes(verb)) throw new BadFlags([`${verb}: is not expected here; see --help`])
  if (verb === "list" && id !== undefined) throw new BadFlags([`${id}: is not expected here`])
  if (verb !== "list" && id === undefined) throw new BadFlags(["REQUEST_ID is missing; see --help"])
  if (verb === "settle" && !note) throw new BadFlags(["--note: is required"])
  const { fiscal, close } = await openHub(asked.settings, { log: createLog({ level: "warn", name: "hub" }) })
  try {
    if (verb === "list") {
      const found = await fiscal.list(limit)
      for (const one of found) say(line(one))
      if (found.length === 0) say("no document asks for a person")
      return 0
    }
    const done = verb === "void" ? await fiscal.void(id ?? "") : await fiscal.settle(id ?? "", note ?? "")
    if (!isRefusal(done)) say(`document ${id} is ${verb === "void" ? "being voided" : "settled"}`)
    else process.stderr.write(`${done.message}\n`)
    return isRefusal(done) ? 2 : 0
  } finally {
    await close()
  }
}

function line({
  fiscalRequestId,
  vendorId,
  orderId,
  operation,
  documentNumber,
  numberedAt,
  why,
}: StuckDocument): string {
  return `${fiscalRequestId}  ${vendorId}  ${operation}  ${documentNumber}  order ${orderId}\n  numbered ${numberedAt}\n  ${why}`
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
