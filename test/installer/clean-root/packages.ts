/** The package that this checkout builds, and others made from it: a later version, and one that cannot run. */
import { execFileSync } from "node:child_process"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }
import { productRoot } from "../../../protocol/runtime/root.ts"
import { tempDir } from "../../kit/temp.ts"

/** The file, packed lightly. */
export function buildPackage(): string {
  const out = tempDir()
  execFileSync(process.execPath, ["--import", "tsx", "installer/build-deb.ts", "--quick", "--out", out], {
    cwd: productRoot(),
    stdio: ["ignore", "ignore", "inherit"],
  })
  return join(
    out,
    `brasa_${packageJson.version}_${execFileSync("dpkg", ["--print-architecture"]).toString().trim()}.deb`,
  )
}

/** The same program under another version; `broken` ends as soon as it is started. */
export function remake(file: string, version: string, options: { readonly broken?: boolean } = {}): string {
  const folder = join(tempDir(), "package")
  execFileSync("dpkg-deb", ["-R", file, folder])
  const releases = join(folder, "opt", "brasa", "releases")
  renameSync(join(releases, packageJson.version), join(releases, version))
  for (const name of ["control", "preinst", "postinst"]) rewrite(join(folder, "DEBIAN", name), version)
  rewrite(join(releases, version, "package.json"), version)
  if (options.broken) writeFileSync(join(releases, version, "dist", "brasa.js"), "throw new Error('broken')\n")
  const made = join(tempDir(), `brasa_${version}.deb`)
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "-z1", "--build", folder, made])
  return made
}

function rewrite(path: string, version: string): void {
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(packageJson.version, version))
}
