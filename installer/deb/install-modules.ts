/** Installs the product's own modules for an architecture, exactly those of the lock file, and compiles what npm carries no binary of. */
import { createHash } from "node:crypto"
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { ARCHITECTURES, type ArchitectureName, NODE_VERSION, ownArchitecture, SQLITE_LIBRARY } from "./architectures.ts"
import { runTool } from "./run-tool.ts"

const COMPILED = SQLITE_LIBRARY
/** Dependencies of modules that are asked for only when they are built, typed or counted. */
const NOT_LOADED = /^(prebuild-install|node-addon-api|undici-types|@types\/.*|@scarf\/.*)$/
const LOCKED = ["package.json", "package-lock.json", "test/generators/package.json"]
const DIGEST_CHARS = 16

export interface ModulesWanted {
  readonly name: ArchitectureName
  readonly root: string
  readonly cache: string
  /** Where `fetchNode` put it: its headers are what is compiled against. */
  readonly node: string
}

/** The `node_modules` folder; kept until the lock file changes. */
export function installModules({ name, root, cache, node }: ModulesWanted): string {
  const folder = join(cache, `modules-${digestOf(root)}-${name}`)
  const modules = join(folder, "node_modules")
  if (existsSync(folder)) return modules
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  for (const file of LOCKED) {
    mkdirSync(join(partial, file, ".."), { recursive: true })
    copyFileSync(join(root, file), join(partial, file))
  }
  const { cpu } = ARCHITECTURES[name]
  const target = ["--os=linux", `--cpu=${cpu}`, "--libc=glibc"]
  runTool("npm", ["ci", "--omit=dev", "--ignore-scripts", "--workspaces=false", ...target], { cwd: partial })
  placeCompiled({ name, root, cache, node }, join(partial, "node_modules"))
  renameSync(partial, folder)
  return modules
}

/** Compiling takes minutes: what came of it is kept until the module or Node is another. */
function placeCompiled({ name, cache, node }: ModulesWanted, modules: string): void {
  const { version } = manifestOf(join(modules, COMPILED))
  const kept = join(cache, `${COMPILED}-${version}-node-${NODE_VERSION}-${name}.node`)
  const binary = join(modules, COMPILED, "build", "Release", "better_sqlite3.node")
  if (!existsSync(kept)) {
    compile(name, node, join(modules, ".."))
    copyFileSync(binary, `${kept}.partial`)
    renameSync(`${kept}.partial`, kept)
  }
  mkdirSync(dirname(binary), { recursive: true })
  copyFileSync(kept, binary)
}

function compile(name: ArchitectureName, node: string, cwd: string): void {
  const { cpu, compilerPrefix } = ARCHITECTURES[name]
  const foreign = name !== ownArchitecture()
  const env = foreign ? { CC: `${compilerPrefix}gcc`, CXX: `${compilerPrefix}g++` } : undefined
  const how = ["--build-from-source", "--ignore-scripts=false", `--nodedir=${node}`, `--arch=${cpu}`]
  try {
    runTool("npm", ["rebuild", COMPILED, ...how], { cwd, ...(env && { env }) })
  } catch (error) {
    const packages = foreign
      ? `gcc-${debianOf(compilerPrefix)} g++-${debianOf(compilerPrefix)} make python3`
      : "build-essential python3"
    throw new Error(
      `${COMPILED} could not be compiled for ${name} (apt-get install ${packages}):\n${(error as Error).message}`,
    )
  }
}

/** `aarch64-linux-gnu-` as Debian's package names have it. */
function debianOf(prefix: string): string {
  return prefix.replace(/-$/, "").replaceAll("_", "-")
}

function digestOf(root: string): string {
  const hash = createHash("sha256").update(NODE_VERSION)
  hash.update(readFileSync(join(root, "package-lock.json")))
  return hash.digest("hex").slice(0, DIGEST_CHARS)
}

/** Copies those modules that the program reaches, without what only building or typing needs. */
export function copyReached(modules: string, roots: readonly string[], to: string): string[] {
  const reached = reach(modules, roots)
  for (const path of reached) {
    const from = join(modules, path)
    cpSync(from, join(to, path), { recursive: true, filter: (file) => isKept(file.slice(from.length + 1), path) })
  }
  return reached
}

/** Folders below `modules` of all packages that the roots need, those within another included. */
export function reach(modules: string, roots: readonly string[]): string[] {
  const found = new Set<string>()
  const queue = roots.map((name) => ({ name, from: "" }))
  for (const { name, from } of queue) {
    const path = find(modules, name, from)
    if (path === null || found.has(path) || NOT_LOADED.test(name)) continue
    found.add(path)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifestOf(join(modules, path))
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    queue.push(...names.map((name) => ({ name, from: path })))
  }
  return [...found].sort()
}

/** As Node looks for it: within the package that asks, then outwards. Null for an optional one of another system. */
function find(modules: string, name: string, from: string): string | null {
  for (let folder = from; ; ) {
    const path = folder === "" ? name : `${folder}/node_modules/${name}`
    if (existsSync(join(modules, path, "package.json"))) return path
    if (folder === "") return null
    folder = folder.includes("/node_modules/") ? folder.slice(0, folder.lastIndexOf("/node_modules/")) : ""
  }
}

interface Manifest {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
}

const NEVER_RUN =
  /\.(d\.[cm]?ts|ts|tsx|map|markdown|flow|o|a|d|mk|gyp|gypi|c|cc|cpp|h|hpp)$|(^|\/)(\.github|\.nyc_output|test|tests|benchmark|benchmarks|examples?)(\/|$)/
const BUILD_LEFTOVERS = /^(deps|src|build\/(?!Release(\/better_sqlite3\.node)?$))(\/|$|.)/

/** `file` is relative to its package; the package's own folder comes as "". */
function isKept(file: string, path: string): boolean {
  if (file === "") return true
  if (file === "node_modules" || file.startsWith("node_modules/")) return false
  if (path === COMPILED && BUILD_LEFTOVERS.test(file)) return false
  if (path === "@serialport/bindings-cpp") return isPrebuildKept(file)
  return !NEVER_RUN.test(file)
}

function isPrebuildKept(file: string): boolean {
  const [, platform] = /^prebuilds\/([^/]+)/.exec(file) ?? []
  if (platform) return /^linux-(x64|arm64)$/.test(platform) && !file.endsWith(".musl.node")
  return !/^(src|build)(\/|$)/.test(file) && !NEVER_RUN.test(file)
}
