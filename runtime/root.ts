/** Finds the product's root folder, both from sources and from the compiled program in dist/. */
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export function productRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error("there is no package.json above the program: the installation is incomplete")
    folder = parent
  }
  return folder
}
