/** `brasa hub jobs`: lists failed jobs with their errors, retries one, or closes it with a note. */
import { type Command, type FlagTable, reading } from "../../runtime/flags.ts"
import { DATA_FLAGS } from "../config.ts"
import type { JobRow } from "../queue/index.ts"
import { byVerb, type Env, needed, neededFlag, resultLine, runHubCommandInDatabase, type Verbs } from "./run-command.ts"

const LIST_MAX = 1_000
const LISTED = 50
const STATUSES = ["queued", "processing", "retry", "processed", "failed", "dead", "ignored"] as const

const JOBS_FLAGS = {
  ...DATA_FLAGS,
  kind: { value: "KIND", about: "list: only jobs of this kind.", read: reading.text(null) },
  status: {
    value: "STATUS",
    about: `list: ${STATUSES.join(", ")} (default: failed and dead ones that nobody has dismissed).`,
    read: (texts: readonly string[]) => (texts.length === 0 ? null : reading.oneOf(STATUSES, "dead")(texts)),
  },
  limit: {
    value: "N",
    about: `list: at most so many, newest first (default ${LISTED}).`,
    read: reading.whole(LISTED, { min: 1, max: LIST_MAX }),
  },
  note: { value: "TEXT", about: "dismiss: why nothing more is to be done.", read: reading.text(null) },
} as const satisfies FlagTable

const COMMAND = {
  usage: "brasa hub jobs [list | retry ID | dismiss ID --note TEXT] [options]",
  about: "Shows which jobs failed and why, sets one on its way again, or keeps a note that it is well as it is.",
  flags: JOBS_FLAGS,
  words: 2,
} satisfies Command<typeof JOBS_FLAGS>

const VERBS: Verbs<typeof JOBS_FLAGS> = {
  list:
    (_word, { kind, status, limit }) =>
    async ({ jobs }) => {
      const lines = await jobs.list({ limit, ...(kind !== null && { kind }), ...(status !== null && { status }) })
      if (lines.length > 0) return lines.map(jobLine)
      return [status === null ? "no job asks for a person" : `no job is ${status}`]
    },
  retry(word) {
    const id = needed(word, "ID")
    return async ({ jobs }) => resultLine(await jobs.retry(id), `job ${id} is on its way again`)
  },
  dismiss(word, settings) {
    const id = needed(word, "ID")
    const note = neededFlag(settings.note, "--note")
    return async ({ jobs }) => resultLine(await jobs.dismiss(id, note), `job ${id} is dismissed`)
  },
}

/** Returns the exit code. */
export function runJobs(argv: readonly string[], env: Env): Promise<number> {
  return runHubCommandInDatabase(COMMAND, byVerb(VERBS), { argv, env })
}

function jobLine({ id, tenant, kind, lane, status, attempts, error, dismissed, ...job }: JobRow): string {
  const since = `received ${job.firstReceivedAt}, ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`
  const due = job.dueAt === null ? "" : `, due ${job.dueAt}`
  const why = error === null ? "" : `\n  ${error.replaceAll(/\s+/g, " ")}`
  const note = dismissed === null ? "" : `\n  dismissed ${dismissed.at}: ${dismissed.note}`
  return `${id}  ${status}  ${kind}  ${tenant.vendorId}  ${lane}\n  ${since}${due}${why}${note}`
}
