import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.soak.test.ts"],
    globalSetup: ["test/kit/program-build.ts", "test/kit/postgres-server.ts"],
    // Most tests wait for a disk or a socket: two files at once take two thirds of the time, also on two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
