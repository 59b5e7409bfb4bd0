/** Installs the lock file's modules for an architecture, and copies those that the program needs. */
import { createHash } from "node:crypto"
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { delimiter, join } from "node:path"
import { ARCHITECTURES, type ArchitectureName, NODE_VERSION, SQLITE_LIBRARY } from "./architectures.ts"
import { runTool } from "./run-tool.ts"

/** Dependencies that are only for building, typing or telemetry. */
const NOT_LOADED = /^(prebuild-install|node-addon-api|undici-types|@types\/.*|@scarf\/.*)$/
const LOCKED = ["package.json", "package-lock.json", "test/generators/package.json"]
const DIGEST_CHARS = 16

interface ModulesWanted {
  readonly name: ArchitectureName
  readonly root: string
  readonly cache: string
  /** The same Node for this machine: npm skips modules that do not fit the Node that it runs on. */
  readonly ownNode: string
}

/** Returns the `node_modules` folder, which is cached until the lock file changes. */
export function installModules({ name, root, cache, ownNode }: ModulesWanted): string {
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
  const env = { PATH: `${join(ownNode, "bin")}${delimiter}${process.env.PATH}` }
  runTool("npm", ["ci", "--omit=dev", "--ignore-scripts", "--workspaces=false", ...target], { cwd: partial, env })
  assertSqlite(cpu, join(partial, "node_modules"))
  renameSync(partial, folder)
  return modules
}

/** npm skips optional modules silently, and a package without this one would only fail in the store. */
function assertSqlite(cpu: string, modules: string): void {
  const file = join(modules, SQLITE_LIBRARY, "prebuilds", `linux-${cpu}.node`)
  if (!existsSync(file)) throw new Error(`npm did not install ${SQLITE_LIBRARY} for linux-${cpu}: ${file} is missing`)
}

function digestOf(root: string): string {
  const hash = createHash("sha256").update(NODE_VERSION)
  hash.update(readFileSync(join(root, "package-lock.json")))
  return hash.digest("hex").slice(0, DIGEST_CHARS)
}

export interface ModulesCopied {
  readonly name: ArchitectureName
  /** The folder that `installModules` returned. */
  readonly modules: string
  /** Modules that the program loads; their dependencies are copied too. */
  readonly roots: readonly string[]
}

/** Copies the needed modules, without files for building, typing or other machines. Returns their paths. */
export function copyReached({ name, modules, roots }: ModulesCopied, to: string): string[] {
  const { cpu } = ARCHITECTURES[name]
  const reached = reach(modules, roots)
  for (const path of reached) {
    const from = join(modules, path)
    const filter = (file: string) => isKept(file.slice(from.length + 1), { path, cpu })
    cpSync(from, join(to, path), { recursive: true, filter })
  }
  return reached
}

/** Paths below `modules` of the roots and all their dependencies, including nested ones. */
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

/** Resolves a module like Node: inside the requiring package, then outwards. Null for an optional module of another system. */
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

/** `file` is relative to its package; "" is the package's own folder. */
function isKept(file: string, { path, cpu }: { readonly path: string; readonly cpu: string }): boolean {
  if (file === "") return true
  if (file === "node_modules" || file.startsWith("node_modules/")) return false
  if (path === SQLITE_LIBRARY) return isSqliteKept(file, cpu)
  if (path === "@serialport/bindings-cpp") return isPrebuildKept(file)
  return !NEVER_RUN.test(file)
}

/** Keeps the binary of one platform, without SQLite's sources. */
function isSqliteKept(file: string, cpu: string): boolean {
  const [, machine] = /^prebuilds\/(.+)\.node$/.exec(file) ?? []
  if (machine) return machine === `linux-${cpu}`
  return !/^(src|deps)(\/|$)/.test(file) && !NEVER_RUN.test(file)
}

function isPrebuildKept(file: string): boolean {
  const [, platform] = /^prebuilds\/([^/]+)/.exec(file) ?? []
  if (platform) return /^linux-(x64|arm64)$/.test(platform) && !file.endsWith(".musl.node")
  return !/^(src|build)(\/|$)/.test(file) && !NEVER_RUN.test(file)
}
