/** Works on jobs that reach the world: each by itself, and one transaction at its end that only the holder of the job can make. */
import { fence } from "../storage/index.ts"
import { endJobs, JobLost, toEnding } from "./end-job.ts"
import type { Held } from "./held.ts"
import type { Outcome, OutsideKind } from "./job.ts"
import type { QueueParts } from "./queue-parts.ts"
import { reasonOf, tellLost, tellTrouble } from "./run-together.ts"

export interface Outside extends Pick<QueueParts, "store" | "clock" | "chance" | "log"> {
  readonly kind: OutsideKind
}

/** False when the job was interrupted before it had an end: it is to be given back. */
export async function runOutside(parts: Outside, held: Held, signal: AbortSignal): Promise<boolean> {
  const outcome = await workOn(parts, held, signal)
  if (signal.aborted && outcome.end.is === "retry") return false
  try {
    await write(parts, held, outcome)
  } catch (error) {
    if (error instanceof JobLost) tellLost(parts, held)
    else await writeFailure(parts, held, error)
  }
  return true
}

async function workOn({ kind }: Outside, { job }: Held, signal: AbortSignal): Promise<Outcome> {
  try {
    return await kind.outside(job, signal)
  } catch (error) {
    return { end: { is: "retry", error: reasonOf(error) } }
  }
}

async function write(parts: Outside, held: Held, { end, write: also }: Outcome): Promise<void> {
  const { store, kind } = parts
  const ending = toEnding(parts, kind, held, end)
  await store.system.write(async (tx) => {
    await also?.(fence(tx, held.job.tenant, store.dialect))
    await endJobs(tx, [ending], parts)
  })
  tellTrouble(parts, ending)
}

/** What had to be written could not be: the job is tried again. */
async function writeFailure(parts: Outside, held: Held, error: unknown): Promise<void> {
  try {
    await write(parts, held, { end: { is: "retry", error: reasonOf(error) } })
  } catch (again) {
    // Its lease ends, and then somebody takes it up again.
    const { id, kind } = held.job
    parts.log.error({ err: again, jobId: id, kind }, "the end of a job could not be written")
  }
}
