import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.soak.test.ts"],
    globalSetup: ["test/kit/program-build.ts", "test/kit/postgres-server.ts"],
    // Most tests wait for a disk, a socket or a deadline: three files at once keep two cores busy.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
