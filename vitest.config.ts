import { defineConfig } from "vitest/config"
import { LongFirst } from "./test/kit/long-first.ts"

const SOAK = "test/**/*.soak.test.ts"
/** What is pure opens nothing, so its files share one reading of the house; for each anew it would take a third of their time. */
const PURE = ["test/ui", "test/{appliance,hub}/ui", "test/protocol/!(runtime|client)"].map((at) => `${at}/**/*.test.ts`)

export default defineConfig({
  test: {
    // Most tests wait for a disk, a socket or a deadline: three files at once keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      { test: { name: "pure", include: PURE, isolate: false } },
      {
        test: {
          name: "parts",
          include: ["test/**/*.test.ts"],
          exclude: [...PURE, SOAK],
          setupFiles: ["test/kit/end-of-file.ts"],
          globalSetup: ["test/kit/quick-disk.ts", "test/kit/program-build.ts", "test/kit/postgres-server.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
