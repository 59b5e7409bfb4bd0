/** Hubs under kills by hand: `npm run soak -- hub 100` kills one so many times while events leave and reports come. */
import { join } from "node:path"
import { buildProgram } from "../../kit/program-build.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { type Survived, surviveHubKills } from "./survive-kills.ts"

const REPORT_EVERY = 10

/** Throws when anything was lost, doubled or wrong. With PostgreSQL two hubs share it, and each is killed in its turn. */
export async function soakHub(rounds: number, { onPostgres = false } = {}): Promise<void> {
  await buildProgram()
  const started = performance.now()
  let done = 0
  const onRound = () => {
    done += 1
    if (done % REPORT_EVERY === 0)
      console.log(`${done} of ${rounds} kills, ${Math.round(performance.now() - started)} ms`)
  }
  if (!onPostgres) {
    return tell(
      await surviveHubKills({ rounds, hubs: 1, database: (data) => `sqlite:${join(data, "hub.db")}`, onRound }),
    )
  }
  const server = await startPostgres()
  try {
    tell(await surviveHubKills({ rounds, hubs: 2, database: () => server.url, onRound }))
  } finally {
    await server.stop()
  }
}

function tell({ faults, ...counts }: Survived): void {
  if (faults.length > 0) throw new Error(`${faults.length} faults:\n${faults.join("\n")}`)
  console.log(`held: ${JSON.stringify(counts)}`)
}
