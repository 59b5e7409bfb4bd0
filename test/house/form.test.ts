/** The form of every file: its size, its first sentence, where SQL may stand, and that tests mirror the tree. */
import { basename, dirname } from "node:path"
import { describe, expect, it } from "vitest"
import { listFiles, readSources } from "./sources.ts"

const LINES_MAX = 300
const TEST_LINES_MAX = 500
/** Tests without a file or folder of their path, and why. */
const MIRRORS_NOTHING: ReadonlyMap<string, string> = new Map([
  ["test/appliance/list-plans.test.ts", "explains the lists of all folders of the box"],
  ["test/hub/list-plans.test.ts", "explains the lists of all folders of the hub"],
])

const sources = readSources()
const code = sources.filter(({ path }) => !path.startsWith("test/"))

describe("every file", () => {
  it(`has at most ${LINES_MAX} lines, a test at most ${TEST_LINES_MAX}`, () => {
    const long = sources
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ path, lines }) => lines > (path.startsWith("test/") ? TEST_LINES_MAX : LINES_MAX))
    expect(long).toEqual([])
  })

  it("opens with a comment that says what it is for", () => {
    const silent = code.filter(({ text }) => !/^(#!.*\n)?\s*(\/\*\*|\/\/)/.test(text)).map(({ path }) => path)
    expect(silent.filter((path) => !path.endsWith("config.ts"))).toEqual([])
  })

  it("is named in kebab-case", () => {
    const odd = code.map(({ path }) => path).filter((path) => !/^[a-z0-9-./]+$/.test(path))
    expect(odd).toEqual([])
  })

  it("has no default export except where a tool needs one", () => {
    const those = code.filter(({ text }) => /^export default/m.test(text)).map(({ path }) => path)
    expect(those.filter((path) => !/config\.ts$|^docs\/\.vitepress\/theme\//.test(path))).toEqual([])
  })
})

describe("SQL", () => {
  it("is only in stores, migrations and the storage folders", () => {
    const sql =
      /\b(SELECT\s.+\sFROM|INSERT INTO|UPDATE\s\w+\sSET|DELETE FROM|CREATE TABLE)\b|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/s
    const allowed = /-store\.ts$|\/migrations(\/|\.ts$)|^runtime\/|^(hub|appliance)\/storage\//
    expect(code.filter(({ path, text }) => sql.test(text) && !allowed.test(path)).map(({ path }) => path)).toEqual([])
  })
})

describe("secrets", () => {
  it("are compared by one function, in constant time", () => {
    const own = "runtime/secrets.ts"
    const timing = code.filter(({ path, text }) => path !== own && text.includes("timingSafeEqual"))
    expect(timing.map(({ path }) => path)).toEqual([])
    const name = String.raw`\w*(?:signature|secret|hash|hmac|digest|password|token)(?:\([^()]*\))?`
    const compared = new RegExp(
      String.raw`\b${name} [!=]==? (?!null|undefined|["'\d])|[!=]==? (?:\w+\.)*${name}(?![\w.(])`,
      "gi",
    )
    // What a configuration, a backup, a release or a question to a printer is; whether a row is still what was read: nobody sends these.
    const content = [
      "hub/tenants/store-config.ts",
      "appliance/maintenance/backup/backup-files.ts",
      "installer/updater/place-release.ts",
      "appliance/printing/session/status-queries.ts",
      "hub/users/sign-in.ts",
    ]
    const found = code
      .filter(({ path }) => path !== own && !content.includes(path))
      .flatMap(({ path, text }) => [...text.matchAll(compared)].map(([what]) => `${path}: ${what}`))
    expect(found).toEqual([])
  })
})

describe("tests", () => {
  const files = new Set(listFiles())
  const isFolder = (path: string) => [...files].some((file) => file.startsWith(`${path}/`))

  it("mirror the tree: each has the path of the file or folder that it tests", () => {
    const mirrored = [...files].filter((file) =>
      /^test\/(protocol|runtime|hub|appliance|ui|printer-templates|installer|clients|bin)\/.*\.test\.tsx?$/.test(file),
    )
    const stray = mirrored.filter((file) => {
      const folder = dirname(file.replace(/^test\//, ""))
      // "deliver.many.test.ts" is one aspect of deliver.ts. A test with the name of its own folder tests what the folder exports.
      const [name = ""] = basename(file).split(".")
      const source = `${folder}/${name}`
      const isIndex = name === basename(folder) && files.has(`${folder}/index.ts`)
      return !files.has(`${source}.ts`) && !files.has(`${source}.tsx`) && !isIndex && !isFolder(source)
    })
    expect(stray).toEqual([...MIRRORS_NOTHING.keys()])
  })

  it("exist for every rule", () => {
    const rules = [...files].filter((file) => /^protocol\/(rules|sync)\/.*\.ts$|^protocol\/[a-z-]+\.ts$/.test(file))
    const tables = /^protocol\/(refusals|scopes)\.ts$|\/(messages|limits|ops)\.ts$/
    const untested = rules.filter(
      (file) => !tables.test(file) && !files.has(`test/${file.replace(/\.ts$/, ".test.ts")}`),
    )
    expect(untested).toEqual([])
  })
})
