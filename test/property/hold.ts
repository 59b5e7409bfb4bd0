/** Runs a property; when it does not hold, says the smallest case that breaks it and the one command that repeats it. */
import { relative } from "node:path"
import fc from "fast-check"
import { expect } from "vitest"

/** `npm test` draws the same cases each time; `npm run soak -- property N` draws others, N where a property here has 200. */
const SEED = 20_261_121
const RUNS = 200

const { BRASA_PROPERTY_RUNS: wanted, BRASA_PROPERTY_SEED: seed } = process.env

export function hold<T>(property: fc.IProperty<T>, runs = RUNS): void {
  fc.assert(property, settings<T>(runs))
}

export async function holdAsync<T>(property: fc.IAsyncProperty<T>, runs = RUNS): Promise<void> {
  await fc.assert(property, settings<T>(runs))
}

function settings<T>(runs: number): fc.Parameters<T> {
  return {
    numRuns: wanted === undefined ? runs : Math.ceil((Number(wanted) * runs) / RUNS),
    ...((seed !== undefined || wanted === undefined) && { seed: Number(seed ?? SEED) }),
    reporter: (found) => {
      if (found.failed) throw new Error(told(found), { cause: found.errorInstance })
    },
  }
}

/** From the seed alone: a test may hold several properties, and a path through the cases belongs to one of them. */
function told<T>({ seed, counterexample, errorInstance, numRuns }: fc.RunDetails<T>): string {
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const { testPath = "", currentTestName = "" } = expect.getState()
  const env = `BRASA_PROPERTY_SEED=${seed} BRASA_PROPERTY_RUNS=${Math.max(numRuns, RUNS)}`
  const name = currentTestName.split(" > ").at(-1)
  const again = `${env} npx vitest run ${relative(process.cwd(), testPath)} -t "${name}"`
  return `${why}\n\nthe smallest case: ${fc.stringify(counterexample)}\n\nagain: ${again}`
}
