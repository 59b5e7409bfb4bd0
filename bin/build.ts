/** Builds the program into dist/brasa.js, the store's pages into dist/ui, the dashboard into dist/hub-ui and the documentation into dist/docs. Outputs newer than their sources are kept. */
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build as bundle } from "esbuild"
import { LOADED_LIBRARIES } from "./loaded-libraries.ts"
import { stageDocs } from "./stage-docs.ts"

const ROOT = fileURLToPath(new URL("..", import.meta.url))
const PROGRAM_SOURCES = [
  "bin",
  "hub",
  "appliance",
  "protocol",
  "runtime",
  "printer-templates",
  "package.json",
  "package-lock.json",
]
/** An optional dependency of pg that is not installed. */
const NOT_INSTALLED = "pg-native"
/** Gives bundled CommonJS libraries a `require`, which ES modules lack. */
const REQUIRE =
  'import { createRequire as requireBeside } from "node:module"; const require = requireBeside(import.meta.url)'
/** Sources of all pages, beside their own folder and configuration. */
const SHARED_SOURCES = [
  "ui",
  "protocol",
  "bin/page-build.ts",
  "bin/page-plugins.ts",
  "package.json",
  "package-lock.json",
]

const force = process.argv.includes("--force")

if (force || isStale("dist/brasa.js", PROGRAM_SOURCES)) await buildProgram()
await buildPages("dist/ui/pos/index.html", "appliance/ui", "vite.config.ts")
await buildPages("dist/hub-ui/dashboard/index.html", "hub/ui", "vite.hub.config.ts")
await buildDocs()

async function buildProgram(): Promise<void> {
  // Chunks are named by content hash, so those of earlier builds would pile up.
  rmSync(join(ROOT, "dist", "parts"), { recursive: true, force: true })
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: { brasa: "bin/brasa.ts" },
    outdir: "dist",
    bundle: true,
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    external: [...LOADED_LIBRARIES, NOT_INSTALLED],
    banner: { js: REQUIRE },
    platform: "node",
    format: "esm",
    target: "node20.19",
    sourcemap: true,
    logLevel: "warning",
  })
}

async function buildPages(product: string, folder: string, config: string): Promise<void> {
  if (!force && !isStale(product, [folder, config, ...SHARED_SOURCES])) return
  // A test may start the build; with its NODE_ENV React's slow development version would be bundled.
  process.env.NODE_ENV = "production"
  const { build } = await import("vite")
  await build({ configFile: join(ROOT, config), logLevel: "warn" })
}

async function buildDocs(): Promise<void> {
  const sources = ["docs", "protocol", "bin/stage-docs.ts", "package.json", "package-lock.json"]
  if (!force && !isStale("dist/docs/index.html", sources)) return
  const staged = join(ROOT, "dist", "docs-sources")
  const page = join(ROOT, "dist", "docs", "index.html")
  const stamp = join(ROOT, "dist", "docs", "SOURCES")
  stageDocs(ROOT, staged)
  const fingerprint = fingerprintOf([
    staged,
    ...["docs/.vitepress", "package-lock.json"].map((path) => join(ROOT, path)),
  ])
  // Most changes of the protocol change no page, and VitePress needs ten seconds.
  if (!force && existsSync(page) && existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) {
    return utimesSync(page, new Date(), new Date())
  }
  process.env.NODE_ENV = "production"
  const { build } = await import("vitepress")
  await build(join(ROOT, "docs"))
  writeFileSync(stamp, fingerprint)
}

/** Hash of the names and contents of all files. */
function fingerprintOf(paths: readonly string[]): string {
  const hash = createHash("sha256")
  const add = (path: string): void => {
    hash.update(path)
    if (!statSync(path).isDirectory()) return void hash.update(readFileSync(path))
    for (const name of readdirSync(path).sort()) add(join(path, name))
  }
  for (const path of paths) add(path)
  return hash.digest("hex")
}

function isStale(product: string, sources: readonly string[]): boolean {
  const file = join(ROOT, product)
  return !existsSync(file) || newest(sources.map((source) => join(ROOT, source))) > statSync(file).mtimeMs
}

function newest(paths: readonly string[]): number {
  return Math.max(0, ...paths.filter((path) => existsSync(path)).map(changedAt))
}

function changedAt(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, newest(readdirSync(path).map((name) => join(path, name))))
}
