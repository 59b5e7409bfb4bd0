/** Fiscal numbers under kills by hand: `npm run soak -- fiscal 100` kills hub or box, or cuts the cable, so many times. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildProgram } from "../../kit/program-build.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { type Killing, surviveKills } from "./survive-kills.ts"

const REPORT_EVERY = 10

/** Throws unless each number was given once and has its record. */
export async function soakFiscal(rounds: number, { onPostgres = false } = {}): Promise<void> {
  await buildProgram()
  const data = mkdtempSync(join(tmpdir(), "brasa-fiscal-"))
  const started = performance.now()
  let done = 0
  const onRound = () => {
    done += 1
    if (done % REPORT_EVERY === 0)
      console.log(`${done} of ${rounds} rounds, ${Math.round(performance.now() - started)} ms`)
  }
  const server = onPostgres ? await startPostgres() : null
  try {
    await tell({ data, rounds, onRound, ...(server && { database: server.url }) })
  } finally {
    await server?.stop()
  }
  rmSync(data, { recursive: true, force: true })
}

async function tell(killing: Killing): Promise<void> {
  const { fault, untrue, answered, repeated, twice } = await surviveKills(killing)
  const { rounds, data } = killing
  if (fault !== null || untrue.length > 0)
    throw new Error(`${fault ?? "answers that were not kept"}: ${untrue.join(", ")} (${data})`)
  console.log(`${rounds} rounds held: ${answered} numbers, each once; ${repeated} were found by asking again`)
  console.log(`${twice} sales got a number of each side, and one of the two was cancelled`)
}
