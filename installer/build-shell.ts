/** Builds the kiosk shell into build/app: one file, its two pages, and a package.json for electron-builder. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import packageJson from "./package.json" with { type: "json" }

const HERE = fileURLToPath(new URL(".", import.meta.url))
const SHELL = fileURLToPath(new URL("../appliance/shell/", import.meta.url))
const APP = join(HERE, "build", "app")

rmSync(APP, { recursive: true, force: true })
mkdirSync(APP, { recursive: true })
await build({
  entryPoints: [join(SHELL, "main.ts")],
  outfile: join(APP, "main.cjs"),
  bundle: true,
  // Part of Electron itself; everything else is bundled.
  external: ["electron"],
  nodePaths: [join(HERE, "node_modules")],
  platform: "node",
  format: "cjs",
  target: "node22",
  logLevel: "warning",
})
cpSync(join(SHELL, "pages"), join(APP, "pages"), { recursive: true })
const { name, version, description, license } = packageJson
const program = { name, version, description, license, author: "Brasa", private: true, main: "main.cjs" }
writeFileSync(join(APP, "package.json"), `${JSON.stringify(program, null, 2)}\n`)
