/** Writes the licences of modules that are bundled into program and pages and so have no folder in the release. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { reach } from "./install-modules.ts"

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** One file with the licence text of each module that the roots need. */
export function writeLicences(modules: string, roots: readonly string[], file: string): void {
  const parts = reach(modules, roots).map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(modules, path, "package.json"), "utf8"))
    const texts = readdirSync(join(modules, path))
      .filter((entry) => LICENCE_FILE.test(entry))
      .map((entry) => readFileSync(join(modules, path, entry), "utf8").trim())
    return [`## ${name} ${version}: ${license}`, ...texts].join("\n\n")
  })
  writeFileSync(file, `Built into Brasa's program and pages:\n\n${parts.join("\n\n")}\n`)
}
