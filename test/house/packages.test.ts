/** The packages that the product is built from: exact versions, locked by their bytes, none that its makers gave up, and no script at install but these. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { productRoot } from "../../protocol/runtime/root.ts"

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly deprecated?: string
  readonly license?: string
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
  readonly gypfile?: boolean
  readonly link?: boolean
}

const read = (name: string) => JSON.parse(readFileSync(join(productRoot(), name), "utf8"))
const REGISTRY = "https://registry.npmjs.org/"
/** better-sqlite3 12 and the serial port bring or build their native part; Scarf counts installations, unless told not to. */
const RUN_AT_INSTALL = ["@scarf/scarf", "@serialport/bindings-cpp", "better-sqlite3-node20"]
/** What may be shipped in a product that is sold. DejaVu's fonts have a licence of their own, which allows it. */
const LICENCES = /MIT|ISC|BSD|Apache-2\.0|MPL-2\.0|CC0|^SEE LICENSE IN README\.md AND LICENSE$/

const locked = Object.entries(read("package-lock.json").packages as Record<string, Locked>)
  .filter(([path, { link }]) => path.startsWith("node_modules/") && !link)
  .map(([path, one]) => ({ ...one, name: path.replace(/^.*node_modules\//, "") }))
const shipped = locked.filter(({ dev }) => !dev)
const names = (packages: readonly { name: string }[]) => packages.map(({ name }) => name)

describe("the packages of the product", () => {
  it("are named by exact versions", () => {
    const { dependencies, optionalDependencies, devDependencies } = read("package.json") as Record<
      string,
      Record<string, string>
    >
    const loose = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:better-sqlite3@)?(\d+\.\d+\.\d+(-[\w.]+)?|file:.*|\*)$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it("are locked by a digest of their bytes, and come from the registry", () => {
    expect(shipped.length).toBeGreaterThan(100)
    const strange = locked.filter(
      ({ integrity, resolved }) => !integrity?.startsWith("sha512-") || (resolved && !resolved.startsWith(REGISTRY)),
    )
    expect(names(strange)).toEqual([])
  })

  it("are none that their makers gave up", () => {
    expect(names(shipped.filter(({ deprecated }) => deprecated !== undefined))).toEqual([])
  })

  it("run nothing at install but what is known, and nobody counts who installs them", () => {
    expect(names(shipped.filter(({ hasInstallScript }) => hasInstallScript)).sort()).toEqual(RUN_AT_INSTALL)
    expect(read("package.json").scarfSettings).toEqual({ enabled: false })
  })

  it("compile no SQLite where the package brings it: npm would, from the lock file alone, and leave it out where no compiler is", () => {
    // `npm install` takes the line out of package-lock.json: put it back after it.
    expect(locked.find(({ name }) => name === "better-sqlite3")).toMatchObject({ gypfile: false })
  })

  it("may be shipped", () => {
    const others = shipped.filter(({ license }) => !LICENCES.test(license ?? ""))
    expect(names(others)).toEqual([])
  })
})
