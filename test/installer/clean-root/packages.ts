/** The package that this checkout builds, and others made from it: a later version, and one that cannot run. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }
import { productRoot } from "../../../runtime/root.ts"
import { tempDir } from "../../kit/temp.ts"
import { mustRunNow } from "../../kit/watched-process.ts"

/** The file, packed lightly. */
export function buildPackage(): string {
  const out = tempDir()
  mustRunNow(process.execPath, ["--import", "tsx", "installer/build-deb.ts", "--quick", "--out", out], {
    cwd: productRoot(),
  })
  return join(out, `brasa_${packageJson.version}_${mustRunNow("dpkg", ["--print-architecture"]).trim()}.deb`)
}

/** The same program under another version; `broken` ends as soon as it is started. */
export function remake(file: string, version: string, options: { readonly broken?: boolean } = {}): string {
  const folder = join(tempDir(), "package")
  mustRunNow("dpkg-deb", ["-R", file, folder])
  const releases = join(folder, "opt", "brasa", "releases")
  renameSync(join(releases, packageJson.version), join(releases, version))
  for (const name of ["control", "preinst", "postinst"]) rewrite(join(folder, "DEBIAN", name), version)
  rewrite(join(releases, version, "package.json"), version)
  if (options.broken) writeFileSync(join(releases, version, "dist", "brasa.js"), "throw new Error('broken')\n")
  const made = join(tempDir(), `brasa_${version}.deb`)
  mustRunNow("dpkg-deb", ["--root-owner-group", "-Zgzip", "-z1", "--build", folder, made])
  return made
}

/** How a version that rehearses well does badly in the store. */
export interface Unfit {
  /** Ends as soon as it is started. */
  readonly dies?: boolean
  /** Opens the data and sells, under another version than it was signed as. */
  readonly lies?: boolean
}

/** The release's folder alone, as an update carries it. */
export function packUpdate(file: string, version: string, options: Unfit = {}): string {
  const folder = join(tempDir(), "package")
  mustRunNow("dpkg-deb", ["-x", file, folder])
  const release = join(folder, "opt", "brasa", "releases", packageJson.version)
  rewrite(join(release, "package.json"), version)
  if (!options.lies) sayVersion(join(release, "dist", "parts"), version)
  if (options.dies) {
    const program = join(release, "bin", "brasa.mjs")
    // As the unit starts it: without a word beside "appliance".
    const death = "if (process.argv.length === 3) process.exit(1)"
    writeFileSync(program, readFileSync(program, "utf8").replace("\n", `\n${death}\n`))
  }
  const made = join(tempDir(), `brasa-${version}-${process.platform}-${process.arch}.tar.gz`)
  mustRunNow("tar", ["-C", release, "-I", "gzip -n -1", "-cf", made, "."])
  return made
}

/** What the compiled program has of its `package.json`. */
function sayVersion(parts: string, version: string): void {
  for (const name of readdirSync(parts).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(parts, name), "utf8")
    const said = text.replaceAll(`\n  version: "${packageJson.version}"`, `\n  version: "${version}"`)
    if (said !== text) writeFileSync(join(parts, name), said)
  }
}

function rewrite(path: string, version: string): void {
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(packageJson.version, version))
}
