import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.soak.test.ts"],
    setupFiles: ["test/kit/end-of-file.ts"],
    globalSetup: ["test/kit/quick-disk.ts", "test/kit/program-build.ts", "test/kit/postgres-server.ts"],
    // Most tests wait for a disk, a socket or a deadline: three files at once keep two cores busy.
    maxWorkers: 3,
    // A file keeps nothing in its modules, so the files of one worker share them: reading the house anew for each took a third of the run.
    isolate: false,
    execArgv: ["--max-old-space-size=1536"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
