/** Builds a release's folder, which is installed under /opt/brasa/releases: program, its own Node, and needed modules. */
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { LOADED_LIBRARIES } from "../../bin/loaded-libraries.ts"
import packageJson from "../../package.json" with { type: "json" }
import { ARCHITECTURES, type ArchitectureName, isForThatNode, NODE_VERSION } from "./architectures.ts"
import { copyReached } from "./install-modules.ts"
import { writeLicences } from "./write-licences.ts"

interface ReleaseContents {
  readonly name: ArchitectureName
  readonly root: string
  /** The folder that `fetchNode` returned. */
  readonly node: string
  readonly modules: string
}

const EXECUTABLE = 0o755
export const BUILT_IN_LICENCES = "LICENCES.txt"

/** Returns the paths of the copied modules. */
export function layOutRelease({ name, root, node, modules }: ReleaseContents, to: string): string[] {
  const copy = (from: string, path: string) => {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(from, join(to, path))
  }
  const program = join(root, "dist")
  if (!existsSync(join(program, "brasa.js"))) throw new Error("the program is not built: npm run build")
  for (const part of ["brasa.js", "parts", "ui", "hub-ui", "docs"]) {
    cpSync(join(program, part), join(to, "dist", part), { recursive: true, filter: (file) => !file.endsWith(".map") })
  }
  copy(join(root, "bin", "brasa.mjs"), "bin/brasa.mjs")
  copy(join(root, "installer", "kiosk", "brasa-kiosk-chromium"), "kiosk/brasa-kiosk-chromium")
  chmodSync(join(to, "kiosk", "brasa-kiosk-chromium"), EXECUTABLE)
  copy(join(root, "appliance", "shell", "pages", "offline.html"), "kiosk/offline.html")
  copy(join(node, "bin", "node"), "node/bin/node")
  chmodSync(join(to, "node", "bin", "node"), EXECUTABLE)
  copy(join(node, "LICENSE"), "node/LICENSE")
  const { version, type } = packageJson
  const about = { name: "brasa", version, type, platform: `linux-${ARCHITECTURES[name].cpu}`, node: NODE_VERSION }
  writeFileSync(join(to, "package.json"), `${JSON.stringify(about, null, 2)}\n`)
  const isLoaded = (name: string) => LOADED_LIBRARIES.some((loaded) => loaded === name)
  const builtIn = Object.keys(packageJson.dependencies).filter((name) => !isLoaded(name))
  writeLicences(modules, builtIn, join(to, BUILT_IN_LICENCES))
  return copyReached({ name, modules, roots: LOADED_LIBRARIES.filter(isForThatNode) }, join(to, "node_modules"))
}
