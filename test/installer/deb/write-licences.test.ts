/** What is built into the program takes its licence along. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { writeLicences } from "../../../installer/deb/write-licences.ts"
import { productRoot } from "../../../runtime/root.ts"
import { tempFile } from "../../kit/temp.ts"

it("lists each built-in module and its dependencies with their licences", () => {
  const modules = join(productRoot(), "node_modules")
  const file = tempFile("licences.txt")
  writeLicences(modules, ["kysely", "react-dom"], file)
  const text = readFileSync(file, "utf8")
  for (const name of ["kysely", "react-dom", "scheduler"])
    expect(text).toMatch(new RegExp(`^## ${name} \\d.*: MIT$`, "m"))
  for (const name of ["kysely", "react-dom", "scheduler"]) {
    expect(text).toContain(readFileSync(join(modules, name, "LICENSE"), "utf8").trim())
  }
})
