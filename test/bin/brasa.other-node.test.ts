/** Brasa started with another Node than the one that installed it: the SQLite library for it is not there, and nothing of the program can be loaded. */
import { copyFileSync, cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { productRoot } from "../../runtime/root.ts"
import { tempDir } from "../kit/temp.ts"
import { runWatched } from "../kit/watched-process.ts"

it("brasa without a SQLite library for its Node explains it in one line, and ends", async () => {
  const at = tempDir()
  mkdirSync(join(at, "bin"))
  for (const file of ["package.json", "bin/brasa.mjs"]) copyFileSync(join(productRoot(), file), join(at, file))
  cpSync(join(productRoot(), "dist"), join(at, "dist"), { recursive: true })
  const { code, err } = await runWatched(process.execPath, [join(at, "bin", "brasa.mjs"), "appliance", "--help"])
  expect(code).toBe(2)
  expect(err).toMatch(
    /^brasa: SQLite is not installed for Node v\S+ \(better-sqlite3\S*\): run npm ci again with this Node\n$/,
  )
})
