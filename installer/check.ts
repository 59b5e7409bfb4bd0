/** Checks the kiosk shell against Electron's types and the packing against electron-builder's schema, and records the check in checked.json. */
import { execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { CHECKED_FILE, digestOfShell } from "./digest-shell.ts"
import packageJson from "./package.json" with { type: "json" }

const HERE = fileURLToPath(new URL(".", import.meta.url))
const require = createRequire(import.meta.url)

if (!existsSync(join(HERE, "node_modules", "electron", "electron.d.ts"))) {
  console.error("Electron's types are missing: run npm install --ignore-scripts in installer/ first.")
  process.exit(1)
}
checkTypes()
await checkPacking()
const { electron, "electron-builder": builder } = packageJson.devDependencies
writeFileSync(CHECKED_FILE, `${JSON.stringify({ electron, builder, digest: digestOfShell() }, null, 2)}\n`)
console.log(`The shell fits Electron ${electron}, and its packing electron-builder ${builder}.`)

function checkTypes(): void {
  execFileSync(process.execPath, [join(HERE, "../node_modules/typescript/bin/tsc"), "-p", HERE], { stdio: "inherit" })
}

/** Reads and validates the configuration like electron-builder does before it packs. */
async function checkPacking(): Promise<void> {
  const config = require(join(HERE, "node_modules/app-builder-lib/out/util/config/config.js"))
  const { DebugLogger } = require(join(HERE, "node_modules/builder-util"))
  const read = await config.getConfig(HERE, "electron-builder.yml")
  await config.validateConfiguration(read, new DebugLogger(false))
  if (read.electronVersion !== packageJson.devDependencies.electron) {
    throw new Error("electron-builder.yml packs another Electron than the one that the shell was checked against")
  }
}
