/** Of the modules that npm brings for a package, what goes into it. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { beforeAll, expect, it } from "vitest"
import { ARCHITECTURES, isForThatNode, SQLITE_LIBRARY } from "../../../installer/deb/architectures.ts"
import { copyReached, type ModulesCopied } from "../../../installer/deb/install-modules.ts"
import { libraryFor } from "../../../runtime/storage/sqlite-library.ts"
import { tempDir } from "../../kit/temp.ts"

/** What Node 22.14 and newer have. */
const NODE_API = 10
const MACHINES = ["darwin-arm64", "linux-arm64", "linux-x64", "linuxmusl-arm64", "linuxmusl-x64", "win32-x64"]

let modules: string
beforeAll(() => {
  modules = tempDir()
  put("better-sqlite3/package.json", JSON.stringify({ dependencies: { "node-addon-api": "^8.0.0" } }))
  for (const machine of MACHINES) put(`better-sqlite3/prebuilds/${machine}.node`)
  for (const file of ["LICENSE", "lib/index.js", "src/better_sqlite3.cpp", "deps/sqlite3/sqlite3.c", "binding.gyp"])
    put(`better-sqlite3/${file}`)
  put("node-addon-api/package.json", "{}")
  put("serialport/package.json", JSON.stringify({ dependencies: { debug: "*" } }))
  put("serialport/node_modules/debug/package.json", "{}")
  put("debug/package.json", "{}")
})

it.each(["amd64", "arm64"] as const)("%s gets a binary of SQLite for itself only, without sources", (name) => {
  const to = tempDir()
  expect(copy({ name, roots: ["better-sqlite3"] }, to)).toEqual(["better-sqlite3"])
  expect(filesIn(to)).toEqual([
    "better-sqlite3/LICENSE",
    "better-sqlite3/lib/index.js",
    "better-sqlite3/package.json",
    `better-sqlite3/prebuilds/linux-${ARCHITECTURES[name].cpu}.node`,
  ])
})

it("a module is installed with the version that it needs, not with another of the same name", () => {
  const to = tempDir()
  copy({ name: "amd64", roots: ["serialport"] }, to)
  expect(filesIn(to)).toEqual(["serialport/node_modules/debug/package.json", "serialport/package.json"])
})

it("the installed SQLite is the one for the installed Node", () => {
  expect(libraryFor(NODE_API)).toBe(SQLITE_LIBRARY)
  expect(["better-sqlite3", "better-sqlite3-node20", "serialport"].filter(isForThatNode)).toEqual([
    "better-sqlite3",
    "serialport",
  ])
})

function copy(what: Omit<ModulesCopied, "modules">, to: string): string[] {
  return copyReached({ ...what, modules }, to)
}

function put(path: string, text = ""): void {
  mkdirSync(dirname(join(modules, path)), { recursive: true })
  writeFileSync(join(modules, path), text)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
