/** Builds the Debian package and the release archive of one architecture: `npm run package -- --arch arm64`. It downloads only from npm and Debian. */
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import packageJson from "../package.json" with { type: "json" }
import { ARCHITECTURES, type ArchitectureName, ownArchitecture } from "./deb/architectures.ts"
import { fetchNode } from "./deb/fetch-node.ts"
import { installModules } from "./deb/install-modules.ts"
import { layOutPackage } from "./deb/lay-out-package.ts"
import { layOutRelease } from "./deb/lay-out-release.ts"
import { runTool } from "./deb/run-tool.ts"

const ROOT = fileURLToPath(new URL("..", import.meta.url))
const MIB = 1024 * 1024

const { values } = parseArgs({
  options: {
    arch: { type: "string", default: ownArchitecture() },
    out: { type: "string", default: join(ROOT, "installer", "build", "deb") },
    /** Compresses less, for a test build. */
    quick: { type: "boolean", default: false },
  },
})
if (!(values.arch in ARCHITECTURES)) {
  console.error(`--arch: must be ${Object.keys(ARCHITECTURES).join(" or ")}, not "${values.arch}"`)
  process.exit(2)
}
const name = values.arch as ArchitectureName
const { version } = packageJson
const cache = join(ROOT, "installer", "build", "cache")
const tree = join(ROOT, "installer", "build", `tree-${name}-${process.pid}`)

try {
  build()
} finally {
  rmSync(tree, { recursive: true, force: true })
}

function build(): void {
  const release = join(tree, "opt", "brasa", "releases", version)
  console.log(`Brasa ${version} for ${name}`)
  const node = step("Node", () => fetchNode(name, cache))
  const modules = step("modules", () => {
    return installModules({ name, root: ROOT, cache, ownNode: fetchNode(ownArchitecture(), cache) })
  })
  mkdirSync(release, { recursive: true })
  const reached = step("release", () => layOutRelease({ name, root: ROOT, node, modules }, release))
  step("package", () => layOutPackage({ root: ROOT, version, architecture: name, modules: reached }, tree))
  // The package's file modes must not depend on the builder's umask.
  runTool("chmod", ["-R", "u=rwX,go=rX", tree])
  mkdirSync(values.out, { recursive: true })
  const files = [step("deb", () => packDeb(tree)), step("archive", () => packRelease(release))]
  for (const file of files) console.log(`${file}   ${(statSync(file).size / MIB).toFixed(1)} MiB`)
}

function packDeb(from: string): string {
  const file = join(values.out, `brasa_${version}_${name}.deb`)
  const partial = `${file}.partial`
  // zstd takes a tenth of the time of xz; Debian 12 and Ubuntu 22.04 can read it.
  const compression = values.quick ? ["-Zgzip", "-z1"] : ["-Zzstd", "-z12"]
  runTool("dpkg-deb", ["--root-owner-group", ...compression, "--build", from, partial], { env: sourceDate() })
  renameSync(partial, file)
  return file
}

/** The archive for updates: only the release's folder. */
function packRelease(from: string): string {
  const file = join(values.out, `brasa-${version}-linux-${ARCHITECTURES[name].cpu}.tar.gz`)
  const partial = `${file}.partial`
  const reproducible = [
    "--sort=name",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    `--mtime=@${sourceDate().SOURCE_DATE_EPOCH}`,
  ]
  runTool("tar", ["-C", from, ...reproducible, "-I", values.quick ? "gzip -n -1" : "gzip -n -6", "-cf", partial, "."])
  renameSync(partial, file)
  return file
}

/** All files get the commit's date, so that the same commit gives the same bytes. */
function sourceDate(): { SOURCE_DATE_EPOCH: string } {
  return { SOURCE_DATE_EPOCH: runTool("git", ["log", "-1", "--format=%ct"], { cwd: ROOT }).trim() }
}

function step<Result>(what: string, work: () => Result): Result {
  const started = performance.now()
  const result = work()
  console.log(`  ${what.padEnd(8)} ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return result
}
