#!/usr/bin/env node
// Starts Brasa: the compiled program where there is one, the TypeScript sources otherwise (a checkout that was never built).
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const compiled = new URL("../dist/brasa.js", import.meta.url)

try {
  await start()
} catch (error) {
  // Installed with another Node: nothing of the program can be loaded, its own words for faults neither.
  if (error.name !== "SqliteMissing") throw error
  process.stderr.write(`brasa: ${error.message}\n`)
  process.exitCode = 2
}

async function start() {
  if (existsSync(fileURLToPath(compiled)) && !process.env.BRASA_FROM_SOURCE) {
    await import(compiled.href)
  } else {
    const { register } = await import("tsx/esm/api")
    register()
    await import(new URL("../bin/brasa.ts", import.meta.url).href)
  }
}
