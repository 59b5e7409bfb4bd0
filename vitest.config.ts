import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { LongFirst } from "./test/kit/long-first.ts"
import { lastingWorkers } from "./test/kit/worker.ts"

const SOAK = "test/**/*.soak.test.ts"
/** What is pure needs no server: nothing has to be started before these. */
const PURE = ["test/ui", "test/{appliance,hub}/ui", "test/protocol/!(client)", "test/property"].map(
  (at) => `${at}/**/*.test.ts`,
)
/** For what takes a second or two alone, on a machine that is shared by much else. */
const PATIENCE_MS = 90_000
/** For what is looked at until it holds: a second, as Vitest has it, is too short while three other files run. */
const POLL_MS = 15_000
const CHEAP_COSTS = fileURLToPath(new URL("test/kit/cheap-costs.ts", import.meta.url))

export default defineConfig({
  test: {
    // Most tests wait for a disk, a socket or a deadline: four files at once keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    projects: [
      { test: { name: "pure", include: PURE, isolate: false, testTimeout: PATIENCE_MS } },
      {
        resolve: { alias: [{ find: /^.*\/(password|pin)-costs\.ts$/, replacement: CHEAP_COSTS }] },
        test: {
          name: "parts",
          pool: lastingWorkers,
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...PURE, SOAK],
          setupFiles: ["test/kit/end-of-file.ts"],
          globalSetup: ["test/kit/quick-disk.ts", "test/kit/before-all.ts"],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
    ],
  },
})
