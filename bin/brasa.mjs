#!/usr/bin/env node
// Starts Brasa: the compiled program where there is one, the TypeScript sources otherwise (a checkout that was never built).
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const compiled = new URL("../dist/brasa.js", import.meta.url)
if (existsSync(fileURLToPath(compiled)) && !process.env.BRASA_FROM_SOURCE) {
  await import(compiled.href)
} else {
  const { register } = await import("tsx/esm/api")
  register()
  await import(new URL("../bin/brasa.ts", import.meta.url).href)
}
