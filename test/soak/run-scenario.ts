/** Runs test files in their long form: each reads its own variable of the environment. */
import { spawnSync } from "node:child_process"

export interface Scenario {
  readonly files: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** For one whose steps take longer than any of `npm test`. */
  readonly timeoutMs?: number
}

export function runScenario({ files, env, timeoutMs }: Scenario): number {
  const patience = timeoutMs === undefined ? [] : ["--testTimeout", `${timeoutMs}`]
  // Each test is told as it ends, with what it measured.
  const done = spawnSync("npx", ["vitest", "run", "--reporter=verbose", ...patience, ...files], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  })
  return done.status ?? 1
}
