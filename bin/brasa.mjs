#!/usr/bin/env node
// Starts Brasa: the compiled program if there is one, else the TypeScript sources.
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const compiled = new URL("../dist/brasa.js", import.meta.url)

try {
  await start()
} catch (error) {
  // Installed with another Node: the program and its error messages cannot be loaded.
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
