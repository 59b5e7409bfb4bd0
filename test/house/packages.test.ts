/** The packages that the product is built from: exact, locked by their bytes, above the known holes, none given up, no script at install but these. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { NODE_VERSION } from "../../installer/deb/architectures.ts"
import { productRoot } from "../../runtime/root.ts"

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
/** better-sqlite3 12 and the serial port bring or build their native part; Scarf counts installations, unless told not to. */
const RUN_AT_INSTALL = ["@scarf/scarf", "@serialport/bindings-cpp", "better-sqlite3-node20"]
/** What may be shipped in a product that is sold. DejaVu's fonts have a licence of their own, which allows it. */
const LICENCES = /MIT|ISC|BSD|Apache-2\.0|MPL-2\.0|CC0|^SEE LICENSE IN README\.md AND LICENSE$/
/** The lowest version without a public advisory, as SECURITY.md tells; of another major line it must be looked up anew, and is a second version here. Raise a row with each advisory. */
const FLOORS: Readonly<Record<string, string | readonly string[]>> = {
  // These run in the product. The bundle of swagger-ui-dist is looked at for its DOMPurify, that of better-sqlite3 for its SQLite.
  "@babel/runtime": "7.26.10",
  aedes: "1.1.3",
  ajv: "8.18.0",
  "better-sqlite3": "13.2.0",
  "better-sqlite3-node20": "12.11.1",
  "body-parser": "2.3.0",
  cookie: "0.7.0",
  express: "5.2.0",
  "fast-uri": "3.1.9",
  "ip-address": "10.7.6",
  kysely: "0.28.17",
  "path-to-regexp": "8.4.0",
  pino: "10.1.1",
  "proxy-addr": "2.0.8",
  qs: "6.16.0",
  semver: ["6.3.1", "7.5.2"],
  "serve-static": "2.1.0",
  "swagger-ui-dist": "5.35.0",
  "tar-fs": "2.1.4",
  ws: "8.21.1",
  // And these build or test it.
  "brace-expansion": ["2.1.4", "5.0.9"],
  esbuild: "0.28.1",
  "js-yaml": "4.3.2",
  minimatch: ["5.1.8", "10.2.3"],
  nanoid: "3.3.18",
  picomatch: "4.0.4",
  "playwright-core": "1.55.1",
  postcss: "8.5.23",
  vite: "8.3.3",
  vitest: "4.1.0",
}

const locked = Object.entries(read("package-lock.json").packages as Record<string, Locked>)
  .filter(([path, { link }]) => path.includes("node_modules/") && !link)
  .map(([path, one]) => ({ ...one, name: path.replace(/^.*node_modules\//, "") }))
const shipped = locked.filter(({ dev }) => !dev)
const isOfMajor = (version: string, other: string) => version.split(".")[0] === other.split(".")[0]
const isAtLeast = (version: string, floor: string) => version.localeCompare(floor, "en", { numeric: true }) >= 0
const names = (packages: readonly { name: string }[]) => packages.map(({ name }) => name)

describe("the packages of the product", () => {
  it("have exact versions", () => {
    const { dependencies, optionalDependencies, devDependencies } = read("package.json") as Record<
      string,
      Record<string, string>
    >
    const loose = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:better-sqlite3@)?(\d+\.\d+\.\d+(-[\w.]+)?|file:.*|\*)$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it("are locked by digest and without an address, so that they come from the user's registry", () => {
    expect(shipped.length).toBeGreaterThan(100)
    // By .npmrc; `npm install` would still write the address of a repository or of a single file.
    const strange = locked.filter(({ integrity, resolved }) => !integrity?.startsWith("sha512-") || resolved)
    expect(names(strange)).toEqual([])
  })

  it("are not below a version that fixed a public advisory", () => {
    const low = locked.filter(({ name, version = "" }) => {
      const floors = [FLOORS[name] ?? []].flat()
      return floors.length > 0 && !floors.some((floor) => isOfMajor(version, floor) && isAtLeast(version, floor))
    })
    expect(low.map(({ name, version }) => `${name} ${version}`)).toEqual([])
    expect(Object.keys(FLOORS).filter((name) => !names(locked).includes(name))).toEqual([])
  })

  it("bring the Node whose known faults SECURITY.md lists", () => {
    expect(readFileSync(join(productRoot(), "SECURITY.md"), "utf8")).toContain(`bring is ${NODE_VERSION}**`)
  })

  it("are none that their authors have abandoned", () => {
    expect(names(shipped.filter(({ deprecated }) => deprecated !== undefined))).toEqual([])
  })

  it("run only known install scripts, and report no installation", () => {
    expect(names(shipped.filter(({ hasInstallScript }) => hasInstallScript)).sort()).toEqual(RUN_AT_INSTALL)
    expect(read("package.json").scarfSettings).toEqual({ enabled: false })
  })

  it("never compile SQLite where a binary comes with the package", () => {
    // `npm install` takes the line out of package-lock.json: put it back after it.
    expect(locked.find(({ name }) => name === "better-sqlite3")).toMatchObject({ gypfile: false })
  })

  it("have licences that allow to ship them", () => {
    const others = shipped.filter(({ license }) => !LICENCES.test(license ?? ""))
    expect(names(others)).toEqual([])
  })
})
