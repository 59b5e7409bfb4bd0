import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.soak.test.ts"],
    globalSetup: ["test/kit/program-build.ts", "test/kit/postgres-server.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
