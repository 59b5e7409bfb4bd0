/** The licences of what is built into the program and its pages, and so has no folder of its own in the release. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { reach } from "./install-modules.ts"

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** One text: each module that the roots need, with the words of its licence. */
export function writeLicences(modules: string, roots: readonly string[], file: string): void {
  const parts = reach(modules, roots).map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(modules, path, "package.json"), "utf8"))
    const words = readdirSync(join(modules, path))
      .filter((entry) => LICENCE_FILE.test(entry))
      .map((entry) => readFileSync(join(modules, path, entry), "utf8").trim())
    return [`## ${name} ${version}: ${license}`, ...words].join("\n\n")
  })
  writeFileSync(file, `Built into Brasa's program and pages:\n\n${parts.join("\n\n")}\n`)
}
