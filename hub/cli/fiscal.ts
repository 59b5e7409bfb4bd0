/** `brasa hub fiscal`: lists documents that need a person, and closes one with a note. */
import { type Command, type FlagTable, reading } from "../../runtime/flags.ts"
import { DATA_FLAGS } from "../config.ts"
import type { StuckDocument } from "../fiscal/index.ts"
import { byVerb, type Env, needed, neededFlag, resultLine, runHubCommandInDatabase, type Verbs } from "./run-command.ts"

const LISTED = 50
const LIST_MAX = 1_000

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

const VERBS: Verbs<typeof FLAGS> = {
  list:
    (_word, { limit }) =>
    async ({ fiscal }) => {
      const found = await fiscal.list(limit)
      return found.length === 0 ? ["no document asks for a person"] : found.map(line)
    },
  void(word) {
    const id = needed(word, "REQUEST_ID")
    return async ({ fiscal }) => resultLine(await fiscal.void(id), `document ${id} is being voided`)
  },
  settle(word, settings) {
    const id = needed(word, "REQUEST_ID")
    const note = neededFlag(settings.note, "--note")
    return async ({ fiscal }) => resultLine(await fiscal.settle(id, note), `document ${id} is settled`)
  },
}

/** Returns the exit code. */
export function runFiscal(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, byVerb(VERBS), { argv, env })
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
