import { defineConfig } from "vitest/config"

/** The house tests alone, without the servers that other tests need: quick enough for `npm run check`. */
export default defineConfig({ test: { include: ["test/house/**/*.test.ts"] } })
