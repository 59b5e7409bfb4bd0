/** The queue under kills by hand: `npm run soak -- queue 1000` kills its worker so many times. */
import { surviveKills } from "./survive-kills.ts"

const REPORT_EVERY = 50

/** Throws unless each job was processed, and applied exactly once. */
export async function soakQueue(rounds: number): Promise<void> {
  let done = 0
  const started = performance.now()
  const { jobs, ended, notOnce, takenUp } = await surviveKills(rounds, {
    onRound: () => {
      done += 1
      if (done % REPORT_EVERY === 0)
        console.log(`${done} of ${rounds} kills, ${Math.round(performance.now() - started)} ms`)
    },
  })
  if (notOnce.length > 0 || ended.processed !== jobs) {
    throw new Error(`${notOnce.length} of ${jobs} jobs were not applied once; they ended ${JSON.stringify(ended)}`)
  }
  console.log(`${rounds} kills held: ${jobs} jobs, each applied once; ${takenUp} were taken up from a killed worker`)
}
